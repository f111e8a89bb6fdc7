import type { KeyScope } from '@portal/contract/api-keys/scopes.data.ts'
import { type Action, type Subject, screens } from '@portal/contract/permissions.ts'

const actionWords: Record<Action, string> = {
  read: 'view',
  create: 'add',
  update: 'change',
  delete: 'delete',
  download: 'download',
}

type ScopeGroup = { screen: string; scopes: readonly { scope: KeyScope; word: string }[] }
/** Scopes by screen, with webhooks as one more, each with the word for what it allows there, as on a user's page. */
export function groupsOf(scopes: readonly KeyScope[]): ScopeGroup[] {
  const parts = scopes.map((scope) => {
    const [subject, action] = scope.split('.') as [Subject, Action]
    return { screen: subject === 'webhooks' ? 'Webhooks' : screens[subject].name, scope, word: actionWords[action] }
  })
  return [...Map.groupBy(parts, ({ screen }) => screen)].map(([screen, group]) => ({ screen, scopes: group }))
}
