import { AppError } from '@portal/contract/errors.ts'
import { topicsFor } from '@portal/contract/notifications/audience.rules.ts'
import { defaultChoice, type NotificationMail } from '@portal/contract/notifications/notification-kinds.data.ts'
import type {
  MarkInput,
  NotificationChoice,
  NotificationChoices,
  notifications,
} from '@portal/contract/notifications/notifications.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../platform/access/scope.ts'
import { changes } from '../platform/audit/audit.ts'
import type { Context, ContextOf } from '../platform/http/context.ts'
import { countUnread, listChoices, markNotifications, saveChoices } from './notifications.queries.ts'

export const markOwn = (
  { actor, withScope, clock }: ContextOf<typeof notifications.mark>,
  { ids, is_read }: MarkInput,
): Promise<{ marked: number; unread: number }> =>
  withScope(async ({ db }) => ({
    marked: await markNotifications(db, actor, { ids, readAt: is_read ? clock() : null }),
    unread: await countUnread(db, actor),
  }))

/** All topics that the person may learn of, each as chosen or by default. */
export async function readChoices(db: Db, actor: Actor): Promise<NotificationChoices> {
  const stored = new Map((await listChoices(db, actor)).map((choice) => [choice.topic, choice]))
  const choices = topicsFor(actor.grants, actor.kind).map((topic): NotificationChoice => {
    const { in_bell, mail } = stored.get(topic) ?? defaultChoice
    return { topic, in_bell, mail: mail as NotificationMail }
  })
  return { choices }
}

function audited({ choices }: NotificationChoices) {
  const topics = (isChosen: (choice: NotificationChoice) => boolean) =>
    choices.filter(isChosen).map(({ topic }) => topic)
  return {
    notified_in_bell: topics(({ in_bell }) => in_bell),
    notified_at_once: topics(({ mail }) => mail === 'now'),
    notified_daily: topics(({ mail }) => mail === 'daily'),
  }
}

export async function chooseOwn(
  { db, actor, audit }: Context,
  { choices }: NotificationChoices,
): Promise<NotificationChoices> {
  if (actor.is_switched) throw new AppError('profile.switched')
  const before = await readChoices(db, actor)
  const known = new Set(before.choices.map(({ topic }) => topic))
  if (choices.some(({ topic }) => !known.has(topic)))
    throw new AppError('request.invalid', { choices: 'notice.choice-unknown' })
  await saveChoices(db, actor, choices)
  const after = await readChoices(db, actor)
  await audit({
    record: { type: 'user', id: actor.user_id, label: actor.email },
    ...changes(audited(before), audited(after)),
  })
  return after
}
