-- Confirmed exceptions are few among many, and a list of them ends with them.
create index exceptions_confirmed on exceptions (created_at, id) where staff_verdict = 'confirmed';
