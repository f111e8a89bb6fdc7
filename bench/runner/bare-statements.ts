/**
 * What the bare server answers: one named statement each, with the company or the id as `$1`, and as `$2` how many bytes more
 * each row needs until the answer is as long as the portal's.
 */
const pad = `repeat('.', $2::int) as pad`
const cards = `
  select cards.id, card_number, companies.name as company_name, companies.company_number, plastic_type, trailer_number, card_status, cash_advance_type,
    refreshing_cash_balance_cents, driver_name, vehicle_assigned_to_card, non_highway_fuel_limit_milli, uom, card_issue_date::text,
    (select count(*) from cards where company_id = $1) as total, ${pad}
  from cards join companies on companies.id = company_id where company_id = $1 order by card_number, cards.id limit 10`
const card = `
  select cards.*, companies.name as company_name, ${pad} from cards join companies on companies.id = company_id where cards.id = $1`
const change = `
  update cards set driver_name = $3, version = version + 1, updated_at = now() where id = $1 returning *, ${pad}`
const transactions = `
  select transactions.id, authentication_id, txn_at::text, card_number, site_number, location, province, currency, amount_cents, driver_name, vehicle,
    odometer, transactions.version, companies.name as company_name,
    (select json_agg(json_build_array(dtl_auth_id, product, quantity_milli, price_e6, pre_cents, amount_cents)) from transaction_lines l
     where l.transaction_id = transactions.id)::text as lines,
    (select count(*) from transactions where company_id = $1) as total, ${pad}
  from transactions join companies on companies.id = company_id where company_id = $1 order by txn_at desc, transactions.id desc limit 10`
const invoices = `
  select invoices.id, invoice_number, companies.name as company_name, invoices.status, currency, issued_date::text, due_date::text, start_date::text,
    end_date::text, total_cents, paid_cents, due_cents, (select count(*) from invoices where company_id = $1) as total, ${pad}
  from invoices join companies on companies.id = company_id where company_id = $1 order by issued_date desc, invoices.id desc limit 10`

export const bareStatements = { cards, card, change, transactions, invoices } as const
export type BareName = keyof typeof bareStatements
