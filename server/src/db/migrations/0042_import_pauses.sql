-- Between two attempts at an import lies a pause, so that a database that comes and goes for a moment does not use up all of them (OPS-3).
alter table imports add due_at timestamptz not null default '-infinity';
