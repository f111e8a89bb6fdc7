import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { lazily, WhenFirst } from '../../ui/lazily.tsx'
import { useUnread } from '../../ui/notify.ts'
import { useTranslation } from '../../ui/words/translation.ts'

const BellPopover = lazily(() => import('./BellPopover.tsx'), 'BellPopover')
const UnreadWatch = lazily(() => import('../../notifications/UnreadWatch.tsx'), 'UnreadWatch')
/** The page comes first. */
const countAfterMs = 1000

export function BellMenu() {
  const [count, setCount] = useState('')
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), countAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <LazyMenu menu={BellPopover} button={<BellButton count={count} />} />
      <WhenFirst asked={isSettled}>
        <UnreadWatch onCount={setCount} />
      </WhenFirst>
    </>
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'color' | 'style' | 'disabled'> & { count: string }
function BellButton({ count, ...props }: ButtonProps) {
  const { t } = useTranslation()
  const hasNew = useUnread() > 0
  return (
    <ActionIcon
      aria-haspopup="dialog"
      {...props}
      variant="subtle"
      color="plain"
      size={32}
      className="bell"
      data-unread={hasNew && !count}
      data-count={count || undefined}
      aria-label={count ? t('Messages, {count} unread', { count }) : t('Messages')}
    >
      <IconBell size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
