import { type Endpoint, mayLag } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Db } from '../../db/connect.ts'
import { isFreshFor, isWorthRepeating, type Mark } from '../../db/replica/replica.rules.ts'
import type { Actor } from '../access/scope.ts'
import { type Confirmed, replicaCheck, type StampRow, touchSession } from '../access/sessions.ts'
import { countRead } from '../jobs/metrics.ts'
import type { Services } from './context.ts'

type Outcome<T> = { value: T } | { refusal: AppError }
/** A refusal is an answer too, and as fresh as the data it was made from. */
const outcomeOf = <T>(work: Promise<T>): Promise<Outcome<T>> =>
  work.then(
    (value) => ({ value }),
    (error) => {
      if (error instanceof AppError) return { refusal: error }
      throw error
    },
  )

/** Returns null if the primary must be asked, and counts why. */
const fromPrimary = (why: string): null => {
  countRead('primary', why)
  return null
}

/** The session's stamp and the asker's entries, from the primary. */
async function askPrimary({ database, clock }: Services, actor: Actor, floor: Mark): Promise<CheckRow> {
  const { text, values } = replicaCheck(actor, clock(), floor.entry)
  const [row] = await database.unscoped<CheckRow>(text, values)
  return row as CheckRow
}
type CheckRow = StampRow & { entries: number }

/**
 * Reads from the replica while the primary confirms the session and counts the asker's changes, at the same time. The
 * answer counts only if the session is the one assumed and the replica has all of these changes. Otherwise, or if the
 * replica fails, returns null: the work only reads, so it can run again on the primary (docs/decisions/0046).
 */
export async function readFromReplica<T>(
  services: Services,
  endpoint: Endpoint,
  actor: Actor,
  work: (db: Db) => Promise<T>,
  confirm: (rows: StampRow[]) => Confirmed,
): Promise<{ value: T } | null> {
  const { database, replica, clock } = services
  if (!mayLag(endpoint) || !replica.state().configured) return null
  const floor = replica.floor()
  if (floor === null) return fromPrimary(replica.state().reason ?? 'starting')
  const { scope, user_id: userId } = actor
  const [checked, read] = await Promise.allSettled([
    askPrimary(services, actor, floor),
    replica.read({ scope, userId, floor }, (db) => outcomeOf(work(db))),
  ])
  if (checked.status === 'rejected') throw checked.reason
  if (confirm([checked.value]).isTouchDue) await touchSession(database, clock, actor.tokenHash)
  if (read.status === 'rejected') {
    if (isWorthRepeating(read.reason)) return fromPrimary('failed')
    throw read.reason
  }
  const { value: outcome, found } = read.value
  if (!isFreshFor(floor, found, checked.value.entries)) return fromPrimary('not-fresh')
  countRead('replica', 'fresh')
  if ('refusal' in outcome) throw outcome.refusal
  return outcome
}
