import { onTestFinished, vi } from 'vitest'
import { changeLanguage } from '../../ui/words/translation.ts'
import { startMessages } from '../messages.ts'

/** Uses a language for one test without a page. Files share a process, so the next test starts in English again. */
export async function speak(language: 'en-CA' | 'fr-CA'): Promise<void> {
  vi.stubGlobal('document', { documentElement: { lang: language } })
  onTestFinished(() => {
    changeLanguage('en-CA')
    vi.unstubAllGlobals()
  })
  await startMessages()
}
