import { reminders } from '@portal/contract/reminders/reminders.ts'
import type { FastifyInstance } from 'fastify'
import { getAccount } from '../accounts/accounts.queries.ts'
import { implement } from '../platform/http/implement.ts'
import { listCustomerMails } from './customer-mails.queries.ts'
import { changeReminders, readReminders } from './reminder-settings.actions.ts'

export const reminderRoutes = (app: FastifyInstance): void =>
  implement(app, reminders, {
    settings: (_input, { db }) => readReminders(db),
    change: ({ body }, context) => changeReminders(context, app.services, body),
    customerMails: async ({ params }, { db, actor }) => {
      const { id } = await getAccount(db, actor.scope, params.id)
      return { mails: await listCustomerMails(db, actor.scope, id) }
    },
  })
