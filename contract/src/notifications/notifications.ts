import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, instant, messageParts } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import {
  type NotificationTopic,
  notificationKinds,
  notificationMails,
  notificationTopics,
  notificationWords,
} from './notification-kinds.data.ts'

const states = ['unread', 'read'] as const
export const notificationStateWords = { unread: 'Unread', read: 'Read' } as const

const notificationRow = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  sentence: z.string(),
  message: messageParts,
  state: z.enum(states),
  created_at: instant(),
  read_at: instant().nullable(),
  /** The page of the record, or the list that shows what it reports. */
  link: z.object({ path: z.string(), filter: z.array(z.string()) }),
})
export type NotificationRow = z.infer<typeof notificationRow>

export const notificationList = defineList({
  rows: 'notifications',
  columns: {
    created_at: ['When', 'instant'],
    kind_words: 'Kind',
    sentence: 'Notification',
    state_words: 'Status',
  },
  sort: ['created_at'],
  filters: {
    kind: { kind: 'choice', options: choices(notificationKinds, notificationWords) },
    state: { kind: 'choice', options: choices(states, notificationStateWords) },
    created_at: { kind: 'date' },
  },
  defaultSort: 'created_at,desc',
})

const choice = z.object({
  topic: z.enum(notificationTopics as [NotificationTopic, ...NotificationTopic[]]),
  in_bell: z.boolean(),
  mail: z.enum(notificationMails),
})
export type NotificationChoice = z.infer<typeof choice>
const choicesReply = z.object({ choices: z.array(choice) })
export type NotificationChoices = z.infer<typeof choicesReply>
export const notificationChoicesInput = z.strictObject({
  choices: z.array(z.strictObject(choice.shape)).max(notificationTopics.length),
})

/** Without ids, all of them. */
const markInput = z.strictObject({ ids: z.array(id()).max(100).optional(), is_read: z.boolean() })
export type MarkInput = z.output<typeof markInput>

const path = '/notifications'
export const notifications = defineContract('notifications', {
  list: {
    method: 'GET',
    path,
    reads: 'primary',
    summary: 'List your notifications, newest first',
    can: 'signed-in',
    query: notificationList.query,
    list: notificationList,
    reply: pageOf('notifications', notificationRow),
  },
  mark: {
    method: 'POST',
    path: `${path}/mark`,
    summary: 'Mark your notifications as read or unread: the named ones, or all of them',
    can: 'signed-in',
    // What was read is no change of a record, so it has no audit entry.
    transaction: 'none',
    body: markInput,
    reply: z.object({ marked: z.int(), unread: z.int() }),
  },
  choices: {
    method: 'GET',
    path: `${path}/choices`,
    summary: 'Get how you are notified about each topic: in the bell, by e-mail at once, or in a daily e-mail',
    can: 'signed-in',
    reply: choicesReply,
  },
  choose: {
    method: 'PUT',
    path: `${path}/choices`,
    summary: 'Choose how you are notified about each topic. Topics left out stay as they are',
    can: 'signed-in',
    body: notificationChoicesInput,
    reply: choicesReply,
  },
})
