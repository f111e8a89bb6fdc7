import { Button } from '@mantine/core'
import { type UserRecord, users } from '@portal/contract/users/users.ts'
import { IconDeviceDesktopOff, IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan, useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'

/** What an Admin does for a user who lost a device or their second step (SEC-1, SEC-2). */
export function AccountActions({ user }: { user: UserRecord }) {
  const { t } = useTranslation()
  const can = useCan()
  const { profile } = useSession()
  const [asked, setAsked] = useState<'sessions' | 'factor' | null>(null)
  const end = useAction(users.endSessions)
  const reset = useAction(users.resetSecondFactor)
  const isOwn = user.email === profile.email && !profile.switched
  if (!can(users.update) || user.lock || isOwn) return null
  const input = { params: { id: user.id } }
  const close = () => setAsked(null)
  const subject = `${user.first_name} ${user.last_name}`
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDeviceDesktopOff size={16} aria-hidden />}
        onClick={() => setAsked('sessions')}
      >
        {t('End sessions')}
      </Button>
      {user.has_second_factor ? (
        <Button
          variant="default"
          leftSection={<IconShieldOff size={16} aria-hidden />}
          onClick={() => setAsked('factor')}
        >
          {t('Reset two-step verification')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asked === 'sessions'}
        title={t('End sessions')}
        text={t('This signs the user out everywhere. They can sign in again with their password.')}
        subject={subject}
        confirm="End sessions"
        busy={end.isPending}
        onConfirm={() => end.mutate(input, { onSettled: close })}
        onCancel={close}
      />
      <ConfirmDialog
        opened={asked === 'factor'}
        title={t('Reset two-step verification')}
        text={t(
          'Be sure that it is the user who asks. Their password alone will sign them in, and their sessions end.',
        )}
        subject={subject}
        confirm="Reset two-step verification"
        danger
        busy={reset.isPending}
        onConfirm={() => reset.mutate(input, { onSettled: close })}
        onCancel={close}
      />
    </>
  )
}
