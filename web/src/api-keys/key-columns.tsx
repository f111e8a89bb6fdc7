import './api-keys.css'
import { keyStateWords, type ServiceKey } from '@portal/contract/api-keys/api-keys.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import { userLink } from '../list/columns/record-links.tsx'
import type { Column } from '../list/list-types.ts'
import { instantText } from '../ui/words/texts.ts'
import type { TFunction } from '../ui/words/translation.ts'
import { groupsOf } from './scope-words.ts'

const screensText = (t: TFunction, { scopes }: ServiceKey): string =>
  groupsOf(scopes)
    .map(({ screen }) => t(screen))
    .join(', ')
export const keyColumns = (t: TFunction): Column<ServiceKey>[] => [
  { key: 'name', header: 'Name', priority: 1, phone: 'title' },
  { key: 'key_start', header: 'Key', priority: 6, cell: (start) => <code className="key-start">{`${start}_…`}</code> },
  {
    key: 'scopes',
    header: 'Scopes',
    priority: 4,
    phone: 'line',
    cell: (_, key) => (
      <span className="key-scopes-cell" title={screensText(t, key)}>
        {screensText(t, key)}
      </span>
    ),
  },
  { key: 'created_by', header: 'Made by', priority: 7, ...userLink() },
  {
    key: 'expires_at',
    header: 'Expires',
    priority: 3,
    phone: 'line',
    cell: (at) => (at === null ? t('Never') : instantText(at)),
  },
  { key: 'last_used_at', header: 'Last use', priority: 5, phone: 'line', ...instantCell },
  { key: 'state', header: 'State', priority: 2, phone: 'badge', ...badge(keyStateWords, 'service_keys') },
  { key: 'created_at', header: 'Created', optional: true, ...instantCell },
  { key: 'last_used_from', header: 'Last used from', optional: true },
]
