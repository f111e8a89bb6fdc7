import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markRead, useMessages, useUnread } from '../ui/notify.ts'
import { instantText } from '../ui/texts.ts'

/** The last twenty messages, for whoever missed three seconds. */
export function BellMenu() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const messages = useMessages()
  const unread = useUnread()
  const toggle = () => {
    setOpened(!opened)
    markRead()
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="plain" size={32} className="bell" data-unread={unread > 0} aria-label={t('Messages')} onClick={toggle}>
          <IconBell size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Messages')} tabIndex={-1}>
        {messages.length === 0 ? <p className="bell-empty">{t('No messages yet')}</p> : null}
        <ul className="bell-list">
          {messages.map(({ id, kind, text, detail, at }) => (
            <li key={id} data-kind={kind}>
              <span>{text}</span>
              {detail ? <small>{detail}</small> : null}
              <time dateTime={at.toISOString()}>{instantText(at)}</time>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
