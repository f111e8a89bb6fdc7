import { todo } from '@portal/contract/todo/todo.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import { readTodo } from './todo.actions.ts'

export function todoRoutes(app: FastifyInstance): void {
  implement(app, todo, { get: (_, context) => readTodo(context, app.services.clock()) })
}
