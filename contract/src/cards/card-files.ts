import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId } from '../fields.ts'
import { attachment, attachmentUpload, byIdAndFile } from '../files/attachments.ts'

export const cardFiles = defineContract('cardFiles', {
  list: {
    method: 'GET',
    path: '/fuel-card-management/:id/files',
    summary: 'The files attached to a fuel card',
    can: 'cards.read',
    params: byId,
    reply: z.array(attachment),
  },
  add: {
    method: 'POST',
    path: '/fuel-card-management/:id/files',
    summary: 'Attach a file to a fuel card',
    status: 201,
    can: 'cards.update',
    transaction: 'none',
    params: byId,
    upload: attachmentUpload,
    reply: attachment,
  },
  remove: {
    method: 'DELETE',
    path: '/fuel-card-management/:id/files/:fileId',
    summary: 'Delete a file of a fuel card',
    can: 'cards.update',
    params: byIdAndFile,
    reply: z.null(),
  },
})
