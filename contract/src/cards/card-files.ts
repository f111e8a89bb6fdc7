import { defineContract } from '../endpoint.ts'
import { attachmentEndpoints } from '../files/attachments.ts'

export const cardFiles = defineContract(
  'cardFiles',
  attachmentEndpoints({
    path: '/fuel-card-management',
    record: 'fuel card',
    read: 'cards.read',
    change: 'cards.update',
  }),
)
