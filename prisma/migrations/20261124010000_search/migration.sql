-- Search (decision 0048): lower case, accents and ligatures are folded here, the same for what is found and for what is asked,
-- whatever the collation of the database is and without an extension.

-- The words of a text, folded: `Müller` is `muller`, and `mueller` beside it when variants are asked for. Bounded, because
-- PostgreSQL refuses more than a megabyte of words for a row, and because one sign may stand for eighteen letters. Putting long
-- runs of marks in order takes long: whoever gives more than a few hundred characters cuts such runs first.
CREATE FUNCTION "search_words"("text" TEXT, "with_variants" BOOLEAN) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH lowered AS (
    SELECT replace(lower(left(normalize(left("text", 262144), NFKC), 262144) COLLATE "und-x-icu"), 'ß', 'ss') AS "text"
  ), spelled AS (
    SELECT "text" FROM lowered
    UNION ALL
    SELECT replace(replace(replace("text", 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue') FROM lowered
    WHERE "with_variants" AND "text" ~ '[äöü]'
  ), folded AS (
    SELECT regexp_replace(normalize("text", NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu" AS "text" FROM spelled
  ), words AS (
    SELECT DISTINCT left("found"[1], 64) COLLATE "C" AS "word"
    FROM folded, regexp_matches(folded."text", '[[:alnum:]]+', 'g') AS "found"
  ), bounded AS (
    SELECT "word", sum(octet_length("word")) OVER (ORDER BY "word" ROWS UNBOUNDED PRECEDING) AS "bytes" FROM words
  )
  SELECT COALESCE(array_agg("word"), '{}') FROM bounded WHERE "bytes" <= 300000
$$;

-- What a word of letters is also found by when one letter is wrong: itself and itself without each of its letters, marked.
CREATE FUNCTION "search_misspellings"("word" TEXT) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN char_length("word") BETWEEN 4 AND 40 AND "word" !~ '[0-9]' THEN '~' || "word" || ARRAY(
    SELECT '~' || left("word", n - 1) || substr("word", n + 1) FROM generate_series(1, char_length("word")) AS n
  ) ELSE '{}'::text[] END
$$;

-- What the name of a document is found by.
CREATE FUNCTION "search_name"("name" TEXT) RETURNS TSVECTOR
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(COALESCE(array_agg("lexeme"), '{}'))
  FROM unnest(search_words(left("name", 255), true)) AS "word",
    unnest("word" || search_misspellings("word")) AS "lexeme"
$$;

-- What the values of a classification are found by: the first 500 characters of each of 200 values.
CREATE FUNCTION "search_values"("classification" JSONB) RETURNS TSVECTOR
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(search_words(string_agg(left("value" #>> '{}', 500), ' '), true))
  FROM (SELECT jsonb_path_query("classification", 'lax $.fields[*].value') LIMIT 200) AS "found" ("value")
$$;

-- What is asked: every word, each as the beginning of one, or of a name with one letter wrong. Null without a word.
CREATE FUNCTION "search_query"("asked" TEXT) RETURNS TSQUERY
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(
    '(''' || "word" || ''':*' || COALESCE((
      SELECT string_agg(' | ''' || "spelling" || '''', '') FROM unnest(search_misspellings("word")) AS "spelling"
    ), '') || ')', ' & '
  )::tsquery
  FROM unnest(search_words(left("asked", 1000), false)) AS "word"
$$;

-- One row for each document, kept by triggers: whatever program writes a document, also one of an older version.
CREATE TABLE "document_search" (
    "document_uuid" UUID NOT NULL,
    "name" TSVECTOR NOT NULL,
    "values" TSVECTOR NOT NULL,
    "content" TSVECTOR NOT NULL,

    CONSTRAINT "document_search_pkey" PRIMARY KEY ("document_uuid"),
    CONSTRAINT "document_search_document_uuid_fkey" FOREIGN KEY ("document_uuid") REFERENCES "staged_document"("uuid") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE FUNCTION "search_new_document"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO document_search (document_uuid, name, "values", content)
  VALUES (NEW.uuid, search_name(NEW.name), search_values(NEW.classification), '')
  ON CONFLICT (document_uuid) DO NOTHING;
  RETURN NULL;
END
$$;

-- Its row may not be there yet, when the fill of the next migration goes on.
CREATE FUNCTION "search_changed_document"() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO document_search (document_uuid, name, "values", content)
  VALUES (NEW.uuid, search_name(NEW.name), search_values(NEW.classification), '')
  ON CONFLICT (document_uuid) DO UPDATE SET name = EXCLUDED.name, "values" = EXCLUDED."values";
  RETURN NULL;
END
$$;

CREATE TRIGGER "staged_document_created" AFTER INSERT ON "staged_document"
  FOR EACH ROW EXECUTE FUNCTION "search_new_document"();
CREATE TRIGGER "staged_document_found" AFTER UPDATE OF "name", "classification" ON "staged_document"
  FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."classification" IS DISTINCT FROM NEW."classification")
  EXECUTE FUNCTION "search_changed_document"();
