import { useEffect, useState } from 'react'

/** A dialog mounted open never sees itself opening, so it would not know where to return the focus. */
export function useOpening(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown && opened
}
