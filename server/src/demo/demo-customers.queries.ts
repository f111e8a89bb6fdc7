import type pg from 'pg'
import { hashPassword } from '../platform/access/passwords.ts'
import { demoPassword } from './demo-people.data.ts'

type Terms = {
  currency?: string
  due_days?: number
  language?: string
  billing_cycle?: string
  is_capped_at_retail?: boolean
  info?: string
}
type DemoCustomer = Terms & {
  name: string
  mail: string
  contact: string
  street: string
  city: string
  zip: string
  phone: string
  tax_no?: string
}

/** Fictional addresses at reserved mail domains, with varied terms. */
const demoCustomers: readonly DemoCustomer[] = [
  {
    name: 'Northline Haulage',
    mail: 'northline',
    contact: 'Priya Sandhu',
    street: '118 Terminal Road',
    city: 'CA-ON-thunder-bay',
    zip: 'P7B 6T6',
    phone: '8075550118',
    tax_no: '104512276 RT0001',
  },
  {
    name: 'Prairie Freight',
    mail: 'prairie',
    contact: 'Owen Friesen',
    street: '4402 Fleet Street',
    city: 'CA-SK-regina',
    zip: 'S4N 5X5',
    phone: '3065550142',
    tax_no: '118804411 RT0001',
  },
  {
    name: 'Maple Ridge Carriers',
    mail: 'mapleridge',
    contact: 'Grace Lam',
    street: '20190 Stewart Crescent',
    city: 'CA-BC-maple-ridge',
    zip: 'V2X 0T4',
    phone: '6045550133',
    billing_cycle: 'semi-monthly',
  },
  {
    name: 'Cobalt Transport',
    mail: 'cobalt',
    contact: 'Nadia Petrov',
    street: '77 Lang Street',
    city: 'CA-ON-timmins',
    zip: 'P4N 7T5',
    phone: '7055550177',
    due_days: 15,
    info: 'Pays by cheque. Calls before the fifteenth.',
  },
  {
    name: 'St-Laurent Routier',
    mail: 'stlaurent',
    contact: 'Étienne Roy',
    street: '2250, rue Notre-Dame Est',
    city: 'CA-QC-montreal',
    zip: 'H2K 2N8',
    phone: '5145550160',
    language: 'fr',
    tax_no: '1023456789 TQ0001',
  },
  {
    name: 'Transport Bélanger et Fils',
    mail: 'belanger',
    contact: 'Lucie Bélanger',
    street: '415, boulevard Industriel',
    city: 'CA-QC-drummondville',
    zip: 'J2A 2B4',
    phone: '8195550124',
    language: 'fr',
    billing_cycle: 'weekly',
  },
  {
    name: 'Great Lakes Cartage',
    mail: 'greatlakes',
    contact: 'Sam Kowalski',
    street: '900 Dougall Avenue',
    city: 'CA-ON-windsor',
    zip: 'N9A 4R5',
    phone: '5195550190',
    is_capped_at_retail: true,
  },
  {
    name: 'Rocky View Logistics',
    mail: 'rockyview',
    contact: 'Dale Whitford',
    street: '260115 Range Road 291',
    city: 'CA-AB-calgary',
    zip: 'T4A 0T8',
    phone: '4035550126',
    due_days: 7,
  },
  {
    name: 'Acadia Trucking',
    mail: 'acadia',
    contact: 'Rose Cormier',
    street: '31 Harrisville Boulevard',
    city: 'CA-NB-moncton',
    zip: 'E1H 1Z9',
    phone: '5065550131',
  },
  {
    name: 'Camionnage Saguenay',
    mail: 'saguenay',
    contact: 'Marc Tremblay',
    street: '1880, rue Bagot',
    city: 'CA-QC-saguenay',
    zip: 'G7B 2P5',
    phone: '4185550188',
    language: 'fr',
  },
  {
    name: 'Buckeye Motor Lines',
    mail: 'buckeye',
    contact: 'Hank Miller',
    street: '5500 Fisher Road',
    city: 'US-OH-columbus',
    zip: '43228',
    phone: '6145550155',
    currency: 'USD',
  },
  {
    name: 'Lone Star Freightways',
    mail: 'lonestar',
    contact: 'Maria Ortega',
    street: '1700 Irving Boulevard',
    city: 'US-TX-dallas',
    zip: '75207',
    phone: '2145550107',
    currency: 'USD',
    due_days: 21,
  },
]

/** Fills only records without an address; existing data stays. */
const fillCustomers = `
  update customers set email = 'billing@' || d.mail || '.example', document_email = 'invoices@' || d.mail || '.example', cont_name = d.contact, address1 = d.street,
    billing_country = left(d.city, 2), billing_state = left(d.city, 5), billing_city = (select id from cities where id = d.city), billing_zip_code = d.zip,
    phone = d.phone, tax_no = d.tax_no, tax_id = case when d.tax_no like '%TQ%' then 'QST' when d.tax_no is not null then 'GST' end, revenue_id = 'FUEL',
    crm_id = 'CRM-' || lpad(company_id::text, 5, '0'), info = d.info, currency = coalesce(d.currency, 'CAD'), due_days = coalesce(d.due_days, 30),
    language = coalesce(d.language, 'en'), billing_cycle = coalesce(d.billing_cycle, 'monthly'), is_capped_at_retail = coalesce(d.is_capped_at_retail, false)
  from jsonb_to_recordset($1) as d (name text, mail text, contact text, street text, city text, zip text, phone text, tax_no text, info text, currency text,
    due_days smallint, language text, billing_cycle text, is_capped_at_retail boolean), companies
  where companies.id = customers.company_id and companies.name = d.name and customers.address1 is null`

/** Credit limits as a share of everything bought: one customer is over it, two are near it, and some have none. */
const limitShares = {
  'St-Laurent Routier': 0.2,
  'Rocky View Logistics': 0.46,
  'Cobalt Transport': 0.95,
  'Maple Ridge Carriers': 0.9,
  'Prairie Freight': 0.8,
  'Acadia Trucking': 0.75,
  'Camionnage Saguenay': 0.9,
  'Great Lakes Cartage': 0.7,
  'Buckeye Motor Lines': 0.9,
}
const setLimits = `
  update customers set
    credit_limit_cad_cents = case customers.currency when 'CAD' then d.limit_cents end,
    credit_limit_usd_cents = case customers.currency when 'USD' then d.limit_cents end
  from (
    select company_id, currency, greatest(100000, ceil(sum(amount_cents) * share.value::numeric / 500000) * 500000) as limit_cents
    from jsonb_each_text($1) as share
      join companies on companies.name = share.key
      join transactions on transactions.company_id = companies.id
    group by company_id, currency, share.value
  ) as d
  where d.company_id = customers.company_id and d.currency = customers.currency
    and credit_limit_cad_cents is null and credit_limit_usd_cents is null`

/** A company that registered on the public page and awaits approval (COMP-7). */
const addWaiting = `
  with added as (
    insert into companies (kind, name, brand, status) select 'customer', 'Blue Heron Express', 'freshfuels', 'waiting'
    where not exists (select from companies where name = 'Blue Heron Express') returning id
  )
  insert into users (company_id, email, first_name, last_name, phone, country, state, city, role, password_hash)
  select id, 'owner@blueheron.example', 'Joan', 'Delacroix', '9025550171', 'CA', 'CA-NS', (select id from cities where id = 'CA-NS-halifax'), 1, $1 from added`
const fillWaiting = `
  update customers set email = 'owner@blueheron.example', document_email = 'owner@blueheron.example', phone = '9025550171', cont_name = 'Joan Delacroix',
    address1 = '12 Lower Water Street', billing_country = 'CA', billing_state = 'CA-NS', billing_city = (select id from cities where id = 'CA-NS-halifax'),
    billing_zip_code = 'B3J 3R7'
  from companies where companies.id = customers.company_id and companies.name = 'Blue Heron Express' and customers.address1 is null`

export async function addCustomers(owner: pg.Client): Promise<void> {
  await owner.query(fillCustomers, [JSON.stringify(demoCustomers)])
  await owner.query(setLimits, [JSON.stringify(limitShares)])
  await owner.query(addWaiting, [await hashPassword(demoPassword)])
  await owner.query(fillWaiting)
}
