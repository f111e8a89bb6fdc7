import { type ReactNode, Suspense, useState } from 'react'

type Frame = { opened: boolean; onClose: () => void }

/**
 * A dialog for a value: `ask` opens it, and the value stays while it fades out. It mounts when first opened and stays
 * mounted, so closing can restore the focus.
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
