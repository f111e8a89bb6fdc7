import { Popover } from '@mantine/core'
import { cloneElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuButton } from '../../ui/LazyMenu.tsx'
import { actOn, markRead, useMessages } from '../../ui/notify.ts'
import { SecondLine } from '../../ui/SecondLine.tsx'
import { instantText } from '../../ui/words/texts.ts'

/** The last twenty messages, since toasts disappear after three seconds. */
export function BellPopover({ button }: { button: MenuButton }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(true)
  const messages = useMessages()
  useEffect(markRead, [])
  const toggle = () => {
    setOpened(!opened)
    markRead()
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} shadow="md" trapFocus>
      <Popover.Target>{cloneElement(button, { onClick: toggle })}</Popover.Target>
      <Popover.Dropdown aria-label={t('Messages')} tabIndex={-1}>
        {messages.length === 0 ? <p className="bell-empty">{t('No messages yet')}</p> : null}
        <ul className="bell-list">
          {messages.map(({ id, kind, text, detail, actions, at }) => (
            <li key={id} data-kind={kind}>
              <span>{text}</span>
              {detail || actions.length > 0 ? (
                <small>
                  <SecondLine
                    detail={detail}
                    actions={actions}
                    onAct={(action) => {
                      setOpened(false)
                      actOn(id, action)
                    }}
                  />
                </small>
              ) : null}
              <time dateTime={at.toISOString()}>{instantText(at)}</time>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
