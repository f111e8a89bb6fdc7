-- Customers see how the billed price is made up: the tax rows of their lines, the retail price, and whether a line was
-- typed. Costs, rates and markups stay out of their role's reach (COST-2).
grant select (tax_row_ids, rate_retail_e4, is_manual) on transaction_lines to portal_customer;
grant select (id, jurisdiction, region, product_class, tax, kind, rate_e6, rate_e5, unit, from_date, to_date, source)
  on tax_rates to portal_customer;
