-- The age of an answer to an idempotency key is counted in hours that a process has lived through since it was recorded.
-- A clock may jump, and the times that it gave are then no measure of what is old.
CREATE TABLE answer_clock (
    id   SMALLINT PRIMARY KEY CHECK (id = 1),
    hour BIGINT   NOT NULL
);
INSERT INTO answer_clock (id, hour) VALUES (1, 0);

-- The hour in which an answer was recorded.
ALTER TABLE idempotent_answers ADD COLUMN hour BIGINT NOT NULL DEFAULT 0;
DROP INDEX idempotent_answers_by_age;
CREATE INDEX idempotent_answers_by_hour ON idempotent_answers (hour);
