import { choices, defineList } from '../list.ts'
import { roleWords } from './users-words.data.ts'

/** In its own file, because the page's router needs it at once, and the rest of the users' contract much later. */
export const userList = defineList({
  rows: 'users',
  columns: {
    email: 'Email',
    first_name: 'First name',
    last_name: 'Last name',
    company: 'Company',
    phone: 'Phone',
    role: 'Role',
    is_active: 'Active',
  },
  sort: ['email', 'first_name', 'last_name', 'company', 'phone', 'role'],
  filters: {
    email: { kind: 'text' },
    first_name: { kind: 'text' },
    last_name: { kind: 'text' },
    company: { kind: 'text' },
    phone: { kind: 'text' },
    role: { kind: 'choice', options: choices(roleWords) },
  },
  aliases: { company_name: 'company' },
  defaultSort: 'email,asc',
})
