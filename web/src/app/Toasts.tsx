import { Notifications } from '@mantine/notifications'

/** Bottom right, since top right hides the page's own buttons. Fetched with the first message there is. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={3000} limit={3} containerWidth={360} zIndex={300} transitionDuration={140} />
}
