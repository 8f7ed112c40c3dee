-- What the values of a classification are found by, those of an email's attachments included: the first 500 characters of each of
-- 200 values. Documents from before have no attachments in their classification, so their rows stay as they are.
CREATE OR REPLACE FUNCTION "search_values"("classification" JSONB) RETURNS TSVECTOR
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(search_words(string_agg(left("value" #>> '{}', 500), ' '), true))
  FROM (
    SELECT jsonb_path_query("classification", 'lax $.fields[*].value')
    UNION ALL SELECT jsonb_path_query("classification", 'lax $.attachments[*].fields[*].value')
    LIMIT 200
  ) AS "found" ("value")
$$;
