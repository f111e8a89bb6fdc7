import { notifications } from '@portal/contract/notifications/notifications.ts'
import { unreadNotifications } from '@portal/contract/notifications/unread-notifications.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { chooseOwn, markOwn, readChoices } from './notifications.actions.ts'
import { countUnread, listNotifications } from './notifications.queries.ts'

export const notificationRoutes = (app: FastifyInstance): void => {
  implement(app, unreadNotifications, {
    count: async (_input, { db, actor }) => ({ unread: await countUnread(db, actor) }),
  })
  implement(app, notifications, {
    list: ({ query }, { db, actor }) => listNotifications(db, actor, query),
    mark: ({ body }, context) => markOwn(context, body),
    choices: (_input, { db, actor }) => readChoices(db, actor),
    choose: ({ body }, context) => chooseOwn(context, body),
  })
}
