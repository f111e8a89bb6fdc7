-- Providers bill with prices of up to six decimals: a line’s prices count millionths. Rates and markups keep four.
alter table transaction_lines rename column file_price_e4 to file_price_e6;
alter table transaction_lines rename column retail_e4 to retail_e6;
alter table transaction_lines rename column price_e4 to price_e6;
alter table transaction_lines
  alter column file_price_e6 type bigint using file_price_e6 * 100,
  alter column retail_e6 type bigint using retail_e6 * 100,
  alter column price_e6 type bigint using price_e6 * 100;
-- A quarantined transaction keeps its lines as they were read.
update quarantine set lines = (
  select coalesce(jsonb_agg(line - '{file_price_e4,retail_e4}'::text[]
    || jsonb_build_object('file_price_e6', (line->>'file_price_e4')::bigint * 100, 'retail_e6', (line->>'retail_e4')::bigint * 100) order by n), '[]')
  from jsonb_array_elements(lines) with ordinality as staged (line, n)
);
