-- How many documents are at an asset and a status (decision 0046): the sum of the rows, of which there are several when
-- several transactions counted at once.
CREATE TABLE "asset_document_count" (
    "id" BIGSERIAL NOT NULL,
    "asset_identifier" VARCHAR(255) NOT NULL,
    "status" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "asset_document_count_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 50); -- Room for the next version of a row on its own page, so that no index is written.

-- CreateIndex
CREATE INDEX "asset_document_count_asset_identifier_status_idx" ON "asset_document_count"("asset_identifier", "status");

-- Adds to a row that nobody else is adding to, else makes one: writers of one asset never wait for each other. The update finds
-- its row by id, so that it changes the newest version of it, whatever was committed since the statement began.
CREATE FUNCTION "count_asset_documents"("at_asset" VARCHAR, "at_status" SMALLINT, "change" INTEGER) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "asset_document_count" SET "count" = "count" + "change" WHERE "id" = (
        SELECT "id" FROM "asset_document_count" WHERE "asset_identifier" = "at_asset" AND "status" = "at_status"
        LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    );
    IF NOT FOUND THEN
        INSERT INTO "asset_document_count" ("asset_identifier", "status", "count")
        VALUES ("at_asset", "at_status", "change");
    END IF;
END $$;

CREATE FUNCTION "count_made_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "count_asset_documents"("asset_identifier", "status", count(*)::int)
    FROM "made" GROUP BY "asset_identifier", "status";
    RETURN NULL;
END $$;

CREATE FUNCTION "count_moved_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "count_asset_documents"("asset_identifier", "status", sum("change")::int)
    FROM (
        SELECT "asset_identifier", "status", -1 AS "change" FROM "before"
        UNION ALL SELECT "asset_identifier", "status", 1 FROM "after"
    ) AS "moved"
    GROUP BY "asset_identifier", "status" HAVING sum("change") <> 0;
    RETURN NULL;
END $$;

CREATE FUNCTION "count_removed_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "count_asset_documents"("asset_identifier", "status", -count(*)::int)
    FROM "removed" GROUP BY "asset_identifier", "status";
    RETURN NULL;
END $$;

CREATE FUNCTION "count_no_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE "asset_document_count";
    RETURN NULL;
END $$;

-- Writes what is missing between the counts and the documents, both as one snapshot sees them, and returns how many counts
-- were wrong. For what goes around the triggers, such as a restore of data alone.
CREATE FUNCTION "recount_asset_documents"() RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    "mended" BIGINT;
BEGIN
    LOCK TABLE "asset_document_count" IN SHARE UPDATE EXCLUSIVE MODE; -- One at a time; writers go on.
    INSERT INTO "asset_document_count" ("asset_identifier", "status", "count")
    SELECT "asset_identifier", "status", COALESCE("actual"."count", 0) - COALESCE("counted"."count", 0)
    FROM (
        SELECT "asset_identifier", "status", count(*) FROM "staged_document" GROUP BY "asset_identifier", "status"
    ) AS "actual" FULL JOIN (
        SELECT "asset_identifier", "status", sum("count") AS "count" FROM "asset_document_count"
        GROUP BY "asset_identifier", "status"
    ) AS "counted" USING ("asset_identifier", "status")
    WHERE COALESCE("actual"."count", 0) <> COALESCE("counted"."count", 0);
    GET DIAGNOSTICS "mended" = ROW_COUNT;
    RETURN "mended";
END $$;

-- For each statement and not for each row: a row of the counts that one transaction changes thousands of times becomes a chain of
-- as many versions, which each change walks.
CREATE TRIGGER "staged_document_made" AFTER INSERT ON "staged_document"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "count_made_documents"();

CREATE TRIGGER "staged_document_moved" AFTER UPDATE ON "staged_document"
    REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "count_moved_documents"();

CREATE TRIGGER "staged_document_removed" AFTER DELETE ON "staged_document"
    REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "count_removed_documents"();

CREATE TRIGGER "staged_document_emptied" AFTER TRUNCATE ON "staged_document"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_no_documents"();
