import { levels, type ModuleLevels, modules, type Role, roles } from '@portal/contract/permissions.ts'

export const demoPassword = 'Fuel-demo-2026'
export const demoProvider = 'Fresh Fuels Energy'

/** Plausible customers of a Canadian fuel reseller, with English and French names, on both sides of the border. */
export const demoCompanies: readonly { name: string; brand: string }[] = [
  { name: 'Northline Haulage', brand: 'freshfuels' },
  { name: 'Prairie Freight', brand: 'freshfuels' },
  { name: 'Maple Ridge Carriers', brand: 'combpetro' },
  { name: 'Cobalt Transport', brand: 'freshfuels' },
  { name: 'St-Laurent Routier', brand: 'combinepetro' },
  { name: 'Transport Bélanger et Fils', brand: 'freshfuels' },
  { name: 'Great Lakes Cartage', brand: 'fleets' },
  { name: 'Rocky View Logistics', brand: 'freshfuels' },
  { name: 'Acadia Trucking', brand: 'combpetro' },
  { name: 'Camionnage Saguenay', brand: 'combinepetro' },
  { name: 'Buckeye Motor Lines', brand: 'fleets' },
  { name: 'Lone Star Freightways', brand: 'freshfuels' },
]

type DemoPerson = {
  email: string
  note: string
  first_name: string
  last_name: string
  company: string
  role: Role
  levels: ModuleLevels
  phone: string
  street: string
  city: string
}
const nothing: ModuleLevels = Object.fromEntries(modules.map((module) => [module, levels.none]))
const viewOnly: ModuleLevels = {
  ...nothing,
  view_fuel_cards: levels.access,
  view_transactions: levels.access,
  view_invoices: levels.access,
}

export const demoPeople: readonly DemoPerson[] = [
  {
    email: 'admin@provider.test',
    note: 'provider Admin, can switch',
    first_name: 'Amélie',
    last_name: 'Okafor',
    company: demoProvider,
    role: roles.admin,
    levels: {},
    phone: '4165550100',
    street: '150 King Street West',
    city: 'CA-ON-toronto',
  },
  {
    email: 'clerk@provider.test',
    note: 'provider User, views cards, transactions and invoices',
    first_name: 'Marcus',
    last_name: 'Chen',
    company: demoProvider,
    role: roles.user,
    levels: viewOnly,
    phone: '4165550101',
    street: '150 King Street West',
    city: 'CA-ON-toronto',
  },
  {
    email: 'admin@northline.test',
    note: 'Admin of Northline Haulage',
    first_name: 'Priya',
    last_name: 'Sandhu',
    company: 'Northline Haulage',
    role: roles.admin,
    levels: {},
    phone: '8075550119',
    street: '1200 Arthur Street',
    city: 'CA-ON-thunder-bay',
  },
  {
    email: 'desk@northline.test',
    note: 'User of Northline Haulage, view only',
    first_name: 'Tom',
    last_name: 'Whitefeather',
    company: 'Northline Haulage',
    role: roles.user,
    levels: viewOnly,
    phone: '8075550120',
    street: '1200 Arthur Street',
    city: 'CA-ON-thunder-bay',
  },
  {
    email: 'admin@prairie.test',
    note: 'Admin of Prairie Freight',
    first_name: 'Colette',
    last_name: 'Marchand',
    company: 'Prairie Freight',
    role: roles.admin,
    levels: {},
    phone: '3065550143',
    street: '2100 Dewdney Avenue',
    city: 'CA-SK-regina',
  },
]

export const firstNames = [
  'Amelia',
  'Noah',
  'Liam',
  'Olivia',
  'Ethan',
  'Zoé',
  'Étienne',
  'Geneviève',
  'Gurpreet',
  'Harjit',
  'Marie-Ève',
  'Luc',
  'Dakota',
  'Wei',
  'Fatima',
  'Oleksandr',
  'Renée',
  'Mathieu',
  'Sofia',
  'Jamal',
  'Ingrid',
  'Kwame',
  'Chloé',
  'Ravi',
  'Beth',
  'Hank',
  'Élodie',
  'Owen',
  'Sanjay',
  'Nadine',
  'Pierre-Luc',
]
export const lastNames = [
  'Tremblay',
  'Singh',
  'Roy',
  'Chen',
  'Gagnon',
  'Lavoie',
  'MacDonald',
  'Friesen',
  'Côté',
  'Bouchard',
  'Nguyen',
  'Gill',
  'Reimer',
  'O’Connor',
  'Pelletier',
  'Kowalchuk',
  'Desjardins',
  'Campbell',
  'Dhaliwal',
  'Lefebvre',
  'Thompson',
  'Arsenault',
  'Bergeron',
  'Penner',
  'Haddad',
  'Miller',
  'Beaulieu',
  'Stewart',
  'Fortin',
]
