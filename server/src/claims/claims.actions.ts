import {
  type Claim,
  type ClaimPacket,
  type claims,
  packetNumber,
  type SendPreview,
  sendLimit,
} from '@portal/contract/claims/claims.ts'
import type { CallReply, FileReply, HandlerInput } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { Database, Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import type { Context, OpenContext } from '../platform/http/context.ts'
import { jobScope } from '../platform/jobs/jobs.ts'
import { packetCsv, printPacket } from './claim-packet.ts'
import { type StoredClaim, toClaim, toPacketLine, toSentPacket } from './claims.columns.ts'
import {
  addEntry,
  type ChosenClaims,
  getClaim,
  getPacket,
  getSender,
  insertPacket,
  isCreditOf,
  isDeriving,
  listDerivable,
  listOpenClaims,
  lockOpenClaims,
  lockStoredClaim,
  replaceOpenClaims,
  takeEntries,
  updateClaims,
} from './claims.queries.ts'
import { claimsOf } from './claims.rules.ts'

const chunk = 1000
async function deriveSome(db: Db): Promise<number> {
  if (!(await isDeriving(db))) return 0
  const transactions = await takeEntries(db, chunk)
  if (transactions.length === 0) return 0
  const lines = await listDerivable(db, transactions)
  const derived = lines.flatMap((line) => claimsOf(line).map((claim) => ({ ...line, ...claim })))
  await replaceOpenClaims(db, transactions, derived)
  return transactions.length
}
/** Derives the claims of every line that changed since, part by part, each in its own transaction. */
export async function deriveClaims(database: Database, goOn: () => boolean = () => true): Promise<void> {
  while (goOn() && (await database.transaction(jobScope, deriveSome)) > 0);
}

const totalOf = (some: readonly StoredClaim[]): number =>
  fromUnits(
    some.reduce((sum, { amount_cents, tax_cents }) => sum + amount_cents + tax_cents, 0),
    'money',
  )
const recordOf = ({ id, authentication_id }: Pick<StoredClaim, 'id' | 'authentication_id'>) => ({
  type: 'claim',
  id,
  label: authentication_id,
})

type Chosen = HandlerInput<typeof claims.send>['body']
const chosenOf = ({ ids, filter }: Chosen): ChosenClaims => ({ ...(ids ? { ids } : {}), ...(filter ? { filter } : {}) })
function demandSendable(open: readonly StoredClaim[]): void {
  if (open.length === 0) throw new AppError('claim.none-open')
  if (open.length > sendLimit)
    throw new AppError('request.invalid', { filter: message('claim.too-many', { max: sendLimit }) })
}
const byPacket = (open: readonly StoredClaim[]): [StoredClaim, ...StoredClaim[]][] => [
  ...(Map.groupBy(open, ({ provider_id, currency }) => `${provider_id} ${currency}`).values() as MapIterator<
    [StoredClaim, ...StoredClaim[]]
  >),
]
/** What sending would do, to be confirmed first. */
export async function previewSending(db: Db, chosen: Chosen): Promise<SendPreview> {
  const open = await listOpenClaims(db, chosenOf(chosen))
  demandSendable(open)
  const totals = [...Map.groupBy(open, ({ currency }) => currency as Currency)]
    .map(([currency, some]) => ({ currency, total: totalOf(some) }))
    .sort((one, other) => one.currency.localeCompare(other.currency))
  return { ids: open.map(({ id }) => id), packets: byPacket(open).length, totals }
}
/** One packet for each provider and currency; an entry in the log for each claim (COST-4). */
export async function sendClaims(
  { db, actor, audit }: Context,
  { body }: HandlerInput<typeof claims.send>,
  now: Date,
): Promise<CallReply<typeof claims.send>> {
  const open = await lockOpenClaims(db, chosenOf(body))
  demandSendable(open)
  const sender = await getSender(db, actor.company_id)
  const packets: ClaimPacket[] = []
  for (const some of byPacket(open)) {
    const [{ provider_id, provider, currency }] = some
    const sent = toSentPacket(provider, sender, some)
    const id = await insertPacket(db, { provider_id, currency, sent_at: now, sent_by: actor.user_id, sent })
    await updateClaims(
      db,
      some.map((claim) => claim.id),
      { status: 'sent', packet_id: id, sent_at: now.toISOString() },
    )
    const number = packetNumber(id)
    packets.push({ id, number, provider, currency: currency as Currency, claims: some.length, total: totalOf(some) })
    await audit(
      some.map((claim) => ({
        record: recordOf(claim),
        before: { status: 'open' },
        after: { status: 'sent', packet: number, amount: totalOf([claim]), currency },
      })),
    )
  }
  return { sent: open.length, packets }
}

function demandCurrent({ version }: StoredClaim, given: number | null | undefined): void {
  if (given && given !== version) throw new AppError('record.stale')
}
/** A claim that was sent, once. With the credit that came in a file, or without if the provider pays another way. */
export async function creditClaim(
  { db, audit }: Context,
  { params, body: { credit_id = null, note = null, version } }: HandlerInput<typeof claims.credit>,
  now: Date,
): Promise<Claim> {
  const claim = await lockStoredClaim(db, params.id)
  demandCurrent(claim, version)
  if (claim.status === 'open') throw new AppError('claim.not-sent')
  if (claim.status === 'credited') throw new AppError('claim.is-credited')
  if (credit_id !== null && !(await isCreditOf(db, credit_id, claim)))
    throw new AppError('request.invalid', { credit_id: 'claim.not-credit' })
  await updateClaims(db, [claim.id], {
    status: 'credited',
    credit_id,
    credited_at: now.toISOString(),
    note: note ?? claim.note,
  })
  await audit({
    record: recordOf(claim),
    before: { status: claim.status },
    after: { status: 'credited', ...(credit_id ? { credit_id } : {}), ...(note ? { note } : {}) },
  })
  return toClaim(await getClaim(db, claim.id))
}
/** It is derived again afterwards, because what it was derived from can have changed meanwhile. */
export async function reopenClaim(
  { db, audit }: Context,
  { params, body: { reason, version } }: HandlerInput<typeof claims.reopen>,
): Promise<Claim> {
  const claim = await lockStoredClaim(db, params.id)
  demandCurrent(claim, version)
  if (claim.status === 'open') throw new AppError('claim.is-open')
  const none = { packet_id: null, sent_at: null, credit_id: null, credited_at: null }
  await updateClaims(db, [claim.id], { status: 'open', note: reason, ...none })
  await addEntry(db, claim.transaction_id)
  await audit({
    record: recordOf(claim),
    before: { status: claim.status, ...(claim.packet_id ? { packet: packetNumber(claim.packet_id) } : {}) },
    after: { status: 'open', reason },
  })
  return toClaim(await getClaim(db, claim.id))
}

/** What the provider got: its own figures as they were sent, without our customer. */
export async function downloadPacket(
  { withScope }: OpenContext<Actor>,
  { params, query: { format } }: HandlerInput<typeof claims.packet>,
): Promise<FileReply> {
  const { sent, ...packet } = await withScope(async ({ db, audit }) => {
    const found = await getPacket(db, params.id)
    await audit({ after: { packet: packetNumber(found.id), format } })
    return found
  })
  const rows = sent.lines.map(toPacketLine)
  const name = `${packetNumber(packet.id)}.${format}`
  return format === 'csv'
    ? { type: 'text/csv; charset=utf-8', name, body: packetCsv(rows) }
    : { type: 'application/pdf', name, body: printPacket({ ...packet, ...sent }, rows) }
}
