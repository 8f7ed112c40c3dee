-- What is left of the numbers of `search_parts` without the asset: a number for each three letters in a row (decision 0093).
CREATE FUNCTION "search_letters"("parts" INTEGER[]) RETURNS INTEGER[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  "part" INTEGER;
  "letters" INTEGER[] := '{}';
BEGIN
  FOREACH "part" IN ARRAY "parts" LOOP
    "letters" := "letters" || ("part" & 4095);
  END LOOP;
  RETURN "letters";
END
$$;
