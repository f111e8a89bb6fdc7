import { Popover } from '@mantine/core'
import { cloneElement, useEffect, useState } from 'react'
import { BellNotices } from '../../notifications/BellNotices.tsx'
import type { MenuButton } from '../../ui/LazyMenu.tsx'
import { actOn, markRead, useMessages } from '../../ui/notify.ts'
import { SecondLine } from '../../ui/SecondLine.tsx'
import { instantText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** What lasts, and the last twenty messages of this session, since toasts disappear after three seconds. */
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
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} shadow="md" trapFocus>
      <Popover.Target>{cloneElement(button, { onClick: toggle })}</Popover.Target>
      <Popover.Dropdown aria-label={t('Messages')} tabIndex={-1}>
        <BellNotices onFollow={() => setOpened(false)} />
        {messages.length > 0 ? <SessionMessages onAct={() => setOpened(false)} /> : null}
      </Popover.Dropdown>
    </Popover>
  )
}

function SessionMessages({ onAct }: { onAct: () => void }) {
  const { t } = useTranslation()
  return (
    <section className="bell-session" aria-label={t('This session')}>
      <h2>{t('This session')}</h2>
      <ul className="bell-list">
        {useMessages().map(({ id, kind, text, detail, actions, at }) => (
          <li key={id} data-kind={kind}>
            <span>{text}</span>
            {detail || actions.length > 0 ? (
              <small>
                <SecondLine
                  detail={detail}
                  actions={actions}
                  onAct={(action) => {
                    onAct()
                    actOn(id, action)
                  }}
                />
              </small>
            ) : null}
            <time dateTime={at.toISOString()}>{instantText(at)}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}
