import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId } from '../fields.ts'
import { attachment, attachmentUpload, byIdAndFile } from '../files/attachments.ts'

export const transactionFiles = defineContract('transactionFiles', {
  list: {
    method: 'GET',
    path: '/fuel-transaction/:id/files',
    summary: 'The files attached to a fuel transaction',
    can: 'transactions.read',
    params: byId,
    reply: z.array(attachment),
  },
  add: {
    method: 'POST',
    path: '/fuel-transaction/:id/files',
    summary: 'Attach a file to a fuel transaction',
    status: 201,
    can: 'transactions.update',
    transaction: 'none',
    params: byId,
    upload: attachmentUpload,
    reply: attachment,
  },
  remove: {
    method: 'DELETE',
    path: '/fuel-transaction/:id/files/:fileId',
    summary: 'Delete a file of a fuel transaction',
    can: 'transactions.update',
    params: byIdAndFile,
    reply: z.null(),
  },
})
