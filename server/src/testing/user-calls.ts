import { session } from '@portal/contract/sessions/sessions.ts'
import { users } from '@portal/contract/users/users.ts'
import { demoPassword } from '../demo/demo.queries.ts'
import { people, userBody } from './factories.ts'
import type { Answer, TestApp } from './test-app.ts'

/** The calls that the tests of users make most. */
export const userCalls = ({ ask, owner }: Pick<TestApp, 'ask' | 'owner'>) => ({
  idOf: async (email: string) =>
    Number((await owner.query('select id from users where email = $1', [email])).rows[0].id),
  make: async (changes = {}, who: string = people.northline) =>
    (await ask(who, users.create, { body: userBody(changes) })).body,
  change: (who: string, record: { id: number }, changes = {}): Promise<Answer> =>
    ask(who, users.update, { params: { id: record.id }, body: { ...record, ...changes } }),
  remove: (who: string, id: number) => ask(who, users.remove, { params: { id } }),
  login: (username: string, password = demoPassword) => ask(null, session.login, { body: { username, password } }),
  fieldsOf: ({ body }: Answer) => body.error?.fields,
})
