-- The same results as before, in less than half of the time: a function in SQL that returns a set is planned and started again for each
-- word. Every create waits for it.
CREATE OR REPLACE FUNCTION "search_misspellings"("word" TEXT) RETURNS TEXT[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  "spellings" TEXT[] := '{}';
BEGIN
  IF char_length("word") NOT BETWEEN 4 AND 40 OR "word" ~ '[0-9]' THEN
    RETURN "spellings";
  END IF;
  "spellings" := array_append("spellings", '~' || "word");
  FOR n IN 1 .. char_length("word") LOOP
    "spellings" := array_append("spellings", '~' || left("word", n - 1) || substr("word", n + 1));
  END LOOP;
  RETURN "spellings";
END
$$;

CREATE OR REPLACE FUNCTION "search_name"("name" TEXT) RETURNS TSVECTOR
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  "words" TEXT[] := search_words(left("name", 255), true);
  "lexemes" TEXT[] := "words";
  "word" TEXT;
BEGIN
  FOREACH "word" IN ARRAY "words" LOOP
    "lexemes" := "lexemes" || search_misspellings("word");
  END LOOP;
  RETURN array_to_tsvector("lexemes");
END
$$;
