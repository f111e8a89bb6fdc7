import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { HandlerReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { downloadColumns } from '@portal/contract/list.ts'
import { can } from '@portal/contract/permissions.ts'
import { type smartBuy, smartPriceList } from '@portal/contract/smart-buy/smart-buy.ts'
import type { Database, Db } from '../db/connect.ts'
import { listPeople, type Recipient } from '../notifications/people.queries.ts'
import { queueMail } from '../outbox/outbox.actions.ts'
import { type Actor, customerScope } from '../platform/access/scope.ts'
import type { Context, Services } from '../platform/http/context.ts'
import { jobScope } from '../platform/jobs/jobs.ts'
import { downloadTypes } from '../platform/lists/stream-list.ts'
import { type AttachedFile, MailWithdrawn, type PriceListAttachment } from '../platform/mailer.ts'
import { streamWorkbook } from '../platform/sheets/xlsx-write.ts'
import { deleteWish, hasWish, insertWish } from './price-mail.queries.ts'
import { priceListLetter } from './price-mail-text.ts'
import { toSmartPrice } from './smart-buy.columns.ts'
import { listAllPrices } from './smart-buy.queries.ts'

type Choice = HandlerReply<typeof smartBuy.mail>
/** The mail is for the users of a customer. Staff who act for one have their own company. */
const isOffered = ({ kind, company_id, home_company_id }: Actor): boolean =>
  kind === 'customer' && company_id === home_company_id

export async function readMailChoice(db: Db, actor: Actor): Promise<Choice> {
  const is_offered = isOffered(actor)
  return { is_offered, is_wanted: is_offered && (await hasWish(db, actor.user_id, actor.company_id)) }
}
export async function changeMailChoice(
  { db, actor, audit }: Pick<Context, 'db' | 'actor' | 'audit'>,
  is_wanted: boolean,
): Promise<Choice> {
  if (!isOffered(actor)) throw new AppError('request.invalid', { is_wanted: 'smart-buy.no-mail' })
  const before = await hasWish(db, actor.user_id, actor.company_id)
  if (is_wanted) await insertWish(db, actor.user_id, actor.company_id)
  else await deleteWish(db, actor.user_id, actor.company_id)
  await audit({ before: { price_list_by_mail: before }, after: { price_list_by_mail: is_wanted } })
  return { is_offered: true, is_wanted }
}

const maySee = ({ grants, kind }: Recipient): boolean => kind === 'customer' && can(grants, 'smartbuy.read')

/** Queues the price list of a day for some people, each once (SMART-4). Who may not see it any more gets none. */
export async function queuePriceLists(
  db: Db,
  { brands }: Pick<Services, 'brands'>,
  userIds: readonly number[],
  day: string,
): Promise<void> {
  for (const person of (await listPeople(db, userIds)).filter(maySee)) {
    const { id, company_id, brand, email } = person
    await queueMail(db, {
      company_id,
      kind: 'price-list',
      brand,
      to: email,
      ...priceListLetter(person, day, brands[brand].publicUrl),
      price_list_user: id,
      price_list_day: day,
      attachments: [{ price_list: { user_id: id, company_id, day }, name: `smart-buy-${day}.xlsx` }],
    })
  }
}

async function* inOneChunk<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
/** The workbook as it is when the mail is sent, made with the customer's own rights. */
async function drawPriceList(
  database: Database,
  { user_id, company_id, day }: PriceListAttachment['price_list'],
): Promise<Buffer> {
  const isStillSeen = await database.transaction(
    jobScope,
    async (db) =>
      (await listPeople(db, [user_id])).some((one) => one.company_id === company_id && maySee(one)) &&
      (await hasWish(db, user_id, company_id)),
    { readOnly: true },
  )
  if (!isStillSeen) throw new MailWithdrawn('mail.price-list-ended')
  const scope = customerScope(company_id)
  const prices = await database.transaction(scope, (db) => listAllPrices(db, scope, { company_id, day, near: null }), {
    readOnly: true,
  })
  const columns = downloadColumns(smartPriceList.columns).filter(({ field }) => field !== 'distance_km')
  const chunks = inOneChunk(prices.map(toSmartPrice) as Record<string, unknown>[])
  return buffer(Readable.from(streamWorkbook(chunks, { name: 'smart-buy', columns })))
}
export const attachPriceList = async (
  database: Database,
  { name, price_list }: PriceListAttachment,
): Promise<AttachedFile> => ({
  filename: name,
  contentType: downloadTypes.xlsx,
  content: await drawPriceList(database, price_list),
})
