import type { OperationsFinding } from '@portal/contract/operations/operations.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

const words = { problem: 'Problem', warning: 'Warning' } as const

/** Everything is running, or what is wrong and what to do about it. */
export function Findings({ findings }: { findings: readonly OperationsFinding[] }) {
  const { t } = useTranslation()
  return (
    <section className="panel form-section" aria-label={t('How the portal is running')} aria-live="polite">
      {findings.length === 0 ? (
        <p className="ops-good">
          <IconCircleCheck size={22} aria-hidden />
          {t('Everything is running')}
        </p>
      ) : (
        <ul className="ops-findings">
          {findings.map(({ severity, sentence: english, message }) => (
            <li key={message.key + JSON.stringify(message.params.job ?? '')}>
              <StatusBadge word={words[severity]} />
              <p>{sentence(t, message, english)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
