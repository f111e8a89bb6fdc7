import { createContext } from 'react'

/** Whether the user can open the page at an address, by the permissions of its route (UX-9). */
export const MayOpen = createContext<(path: string) => boolean>(() => true)
