import { booksContract } from '@portal/contract/books/books.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { changeBooks, readBooks, readPeriodWork } from './books.actions.ts'

export const booksRoutes = (app: FastifyInstance): void =>
  implement(app, booksContract, {
    get: (_input, context) => readBooks(context),
    openWork: ({ query }, { db }) => readPeriodWork(db, query.through),
    change: ({ body }, context) => changeBooks(context, body, app.services.clock()),
  })
