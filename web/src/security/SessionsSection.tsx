import { Button } from '@mantine/core'
import { type OwnSession, ownSessions } from '@portal/contract/profile/own-sessions.ts'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { SecuritySection } from './SecuritySection.tsx'

const phones = ['iOS', 'iPadOS', 'Android']

/** Where the user is signed in, and a way to end what they do not know (SEC-2). */
export function SessionsSection() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const sessions = useQuery({ queryKey: queryKeyOf(ownSessions.list), queryFn: () => call(ownSessions.list, {}) })
  const end = useAction(ownSessions.end)
  const endOthers = useAction(ownSessions.endOthers)
  const others = (sessions.data ?? []).filter(({ is_current }) => !is_current).length
  return (
    <SecuritySection
      title="Where you are signed in"
      about="End a session that you do not know, and change your password."
      actions={
        others > 0 ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('End all other sessions')}
          </Button>
        ) : null
      }
    >
      {sessions.error ? (
        <LoadTrouble error={sessions.error} isRetrying={sessions.isFetching} onRetry={() => sessions.refetch()} />
      ) : null}
      <ul className="security-list">
        {(sessions.data ?? []).map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            isBusy={end.isPending}
            onEnd={() => end.mutate({ params: { id: session.id } })}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={isAsking}
        title={t('End all other sessions')}
        text={t('You stay signed in here and are signed out everywhere else.')}
        confirm="End sessions"
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate({}, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </SecuritySection>
  )
}

type ItemProps = { session: OwnSession; isBusy: boolean; onEnd: () => void }
function SessionItem({ session, isBusy, onEnd }: ItemProps) {
  const { t } = useTranslation()
  const { browser, system, place, address, is_current, switched_to } = session
  const name =
    browser && system
      ? t('{browser} on {system}', { browser, system })
      : (browser ?? system ?? t('Unknown browser or program'))
  const Icon = phones.includes(system ?? '') ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li>
      <Icon size={22} aria-hidden className="security-icon" />
      <div className="security-item">
        <strong>
          {name}
          {is_current ? <span className="security-mark">{t('This session')}</span> : null}
        </strong>
        <span>{[place, address].filter(Boolean).join(' · ')}</span>
        <span>
          {t('Signed in {opened}, last used {used}', {
            opened: instantText(session.opened_at),
            used: instantText(session.last_seen_at),
          })}
        </span>
        {switched_to ? <span>{t('Switched to {company}', { company: switched_to })}</span> : null}
      </div>
      {is_current ? null : (
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          aria-label={t('End session: {name}', { name })}
          onClick={onEnd}
        >
          {t('End session')}
        </Button>
      )}
    </li>
  )
}
