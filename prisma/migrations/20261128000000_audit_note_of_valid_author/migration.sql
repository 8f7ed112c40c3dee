-- Returns an audit note as a row, if its author may still make changes (decision 0080). The row of the session or key stays locked
-- until the transaction ends: a concurrent revocation is either committed before this change, or waits for it.
CREATE FUNCTION "audit_note"(given jsonb)
RETURNS TABLE (at timestamptz, actor text, address text, request_id uuid, action text, subject text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_column
DECLARE
  note record;
  author uuid;
  own_xid CONSTANT xid := pg_current_xact_id()::xid;
BEGIN
  SELECT * INTO note FROM jsonb_to_record(given) AS n(at timestamptz, actor text, address text, request_id uuid, action text,
    subject text, session_id uuid, api_key_id uuid);
  IF note.session_id IS NOT NULL THEN
    -- People may end their own session, and administrators may demote or deactivate themselves, by the very change that is audited.
    SELECT session.user_id INTO author FROM user_session AS session
    WHERE session.id = note.session_id AND session.expires_at > note.at
      AND (session.ended_at IS NULL OR (session.ended_at = note.at AND session.xmin = own_xid))
    FOR SHARE;
    -- A statement of its own sees what was committed while the lock was awaited.
    PERFORM FROM app_user AS person
    WHERE person.id = author AND (person.xmin = own_xid
      OR (person.deactivated_at IS NULL AND note.actor = person.role || ':' || person.id));
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the session of the author is over' USING ERRCODE = 'SD001';
    END IF;
  END IF;
  IF note.api_key_id IS NOT NULL THEN
    PERFORM FROM api_key
    WHERE id = note.api_key_id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > note.at)
    FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the API key of the author is no longer valid' USING ERRCODE = 'SD002';
    END IF;
  END IF;
  RETURN QUERY SELECT note.at, note.actor, note.address, note.request_id, note.action, note.subject;
END
$$;
