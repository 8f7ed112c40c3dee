-- Returns an audit note as a row, if its author may still make changes (decision 0080). The session or key stays locked until the
-- transaction ends, so whoever ends it either does so before this change, or waits until this change is saved.
-- Rows that this transaction has changed itself were valid before: administrators may deactivate themselves or end their own session.
CREATE FUNCTION "audit_note"(given jsonb)
RETURNS TABLE (at timestamptz, actor text, address text, request_id uuid, action text, subject text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_column
DECLARE
  note record;
  own_xid CONSTANT xid := pg_current_xact_id()::xid;
BEGIN
  SELECT * INTO note FROM jsonb_to_record(given) AS n(at timestamptz, actor text, address text, request_id uuid, action text,
    subject text, session_id uuid, api_key_id uuid);
  IF note.session_id IS NOT NULL THEN
    PERFORM FROM user_session AS session JOIN app_user AS person ON person.id = session.user_id
    WHERE session.id = note.session_id
      AND (session.xmin = own_xid OR (session.ended_at IS NULL AND session.expires_at > note.at))
      AND (person.xmin = own_xid
        OR (person.deactivated_at IS NULL AND note.actor = person.role || ':' || person.id))
    FOR SHARE OF session;
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
