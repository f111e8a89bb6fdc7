import type { ServiceKey } from '@portal/contract/api-keys/api-keys.ts'
import { instantText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { groupsOf } from './scope-words.ts'

/** What a key may do, screen by screen, and what happened to it. */
export function KeyDetails({ subject: key }: { subject: ServiceKey }) {
  const { t } = useTranslation()
  const facts: [string, string][] = [
    [t('Created', { context: 'service_keys' }), instantText(key.created_at)],
    [t('Last used from'), key.last_used_from ?? nothing],
    ...(key.former_ends_at ? [[t('Former secret until'), instantText(key.former_ends_at)] as [string, string]] : []),
    ...(key.revoked_at ? [[t('Revoked'), instantText(key.revoked_at)] as [string, string]] : []),
  ]
  return (
    <div className="key-details">
      <dl>
        {groupsOf(key.scopes).map(({ screen, scopes }) => (
          <div key={screen}>
            <dt>{t(screen)}</dt>
            <dd>{scopes.map(({ word }) => t(word)).join(', ')}</dd>
          </div>
        ))}
      </dl>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {key.state === 'suspended' ? <p>{t('It opens nothing while the user who made it is not active.')}</p> : null}
    </div>
  )
}
