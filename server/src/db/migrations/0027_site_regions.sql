-- Where staff said in which region a site lies for local taxes, or that it lies in none, no file says otherwise from then on (RATE-4).
alter table sites add column is_region_set boolean not null default false;
