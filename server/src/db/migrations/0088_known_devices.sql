-- Wrong passwords from strangers slow the stranger, not the owner (SEC-3, decision 57).

-- A counter with growing waits is closed until then.
alter table throttles add column open_at timestamptz;

-- Where a user has signed in before: a browser by the hash of its cookie, or the network of a program without cookies.
create table known_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  device_hash bytea check (octet_length(device_hash) = 32),
  network text check (length(network) <= 64),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  check (num_nonnulls(device_hash, network) = 1),
  unique (user_id, device_hash),
  unique (user_id, network)
);
create index known_devices_hash on known_devices (device_hash);
