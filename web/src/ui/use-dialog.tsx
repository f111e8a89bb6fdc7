import { type ReactNode, Suspense, useState } from 'react'

type Frame = { opened: boolean; onClose: () => void }

/**
 * A dialog about something: `ask` opens it, and what was asked about stays while it fades. It is mounted when it is
 * first asked for and then kept, so that closing it can give the focus back.
 */
export function useDialog<Asked>(render: (asked: Asked, frame: Frame) => ReactNode) {
  const [asked, setAsked] = useState<{ about: Asked } | null>(null)
  const [opened, setOpened] = useState(false)
  const ask = (about: Asked) => {
    setAsked({ about })
    setOpened(true)
  }
  const dialog = asked ? (
    <Suspense fallback={null}>{render(asked.about, { opened, onClose: () => setOpened(false) })}</Suspense>
  ) : null
  return { ask, dialog }
}
