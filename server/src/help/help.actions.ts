import { readFile } from 'node:fs/promises'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Contact } from '@portal/contract/help/help.ts'
import { findSettings } from '../billing/billing-settings.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { fileLayouts } from './layouts.actions.ts'

export async function readContact({ db }: Pick<Context, 'db'>): Promise<Contact> {
  const { legal_name = '', address = '', contact_email = '', contact_phone = '' } = (await findSettings(db)) ?? {}
  return { name: legal_name, address, email: contact_email, phone: contact_phone }
}

/** Written by `npm run supply`. */
const notices = new URL('../../../THIRD_PARTY_NOTICES.md', import.meta.url)
export const readNotices = async (): Promise<FileReply> => ({
  type: 'text/plain; charset=utf-8',
  name: 'third-party-notices.txt',
  isInline: true,
  body: await readFile(notices),
})

const samples = new URL('../../../samples/', import.meta.url)
const types: Readonly<Record<string, string>> = {
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
export async function readSample(key: string) {
  const layout = fileLayouts.find((one) => one.key === key)
  if (!layout) throw new AppError('record.not-found')
  const { sample } = layout
  return {
    type: types[sample.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    name: sample,
    body: await readFile(new URL(sample, samples)),
  }
}
