import './app/mantine.css'
import '@fontsource-variable/inter/wght.css'
import './app/app.css'
import './app/frame/frame.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startMessages } from './app/messages.ts'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the portal.')
// Not awaited here: the French catalogue may share a file with modules that would then wait for this one.
void startMessages().then(() => createRoot(place).render(<App />))
