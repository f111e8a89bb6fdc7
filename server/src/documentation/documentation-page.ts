import type { Endpoint } from '@portal/contract/endpoint.ts'
import { english } from '@portal/contract/english.ts'
import { errorStatuses } from '@portal/contract/errors.ts'
import { escapeHtml } from '../platform/html.rules.ts'
import { englishGuide } from './guide/guide-en.ts'
import { frenchGuide } from './guide/guide-fr.ts'
import type { Guide } from './guide/samples.ts'
import { pageStyle } from './page/page-style.ts'
import { tagOf, tags } from './tags.data.ts'

const anchorOf = (tag: string): string => `calls-${tag.toLowerCase().replaceAll(' ', '-')}`

/** Only the heading of a call; the script adds the rest from the document once the call is opened. */
function callHtml({ id, method, path, summary, can }: Endpoint): string {
  const shown = escapeHtml(`/v2${path.replace(/:(\w+)/g, '{$1}')}`)
  const words = escapeHtml(`${method} ${shown} ${summary} ${can} ${id}`.toLowerCase())
  return `<details class="call" id="${id}" data-words="${words}"><summary><span class="method ${method}">${method}</span><code>${shown}</code><span>${escapeHtml(summary)}</span></summary><div class="body"></div></details>`
}

function referenceHtml(endpoints: readonly Endpoint[]): string {
  return tags
    .map(({ name, description }) => {
      const calls = endpoints.filter((endpoint) => tagOf(endpoint) === name)
      return `<section class="group" id="${anchorOf(name)}"><h3>${name}</h3><p class="note">${escapeHtml(description)}</p>${calls.map(callHtml).join('')}</section>`
    })
    .join('')
}

function errorsHtml({ advice, words }: Guide): string {
  const rows = Object.entries(advice).map(([status, what]) => `<tr><td>${status}</td><td>${what}</td></tr>`)
  const codes = Object.entries(errorStatuses)
    .sort(([, one], [, other]) => one - other)
    .map(
      ([code, status]) =>
        `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(english(code as keyof typeof errorStatuses))}</td></tr>`,
    )
  return `<div class="scroll" tabindex="0"><table><thead><tr><th>${words.status}</th><th>${words.meaning}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<details><summary>${words.allCodes}</summary><div class="scroll" tabindex="0"><table lang="en"><thead><tr><th>${words.status}</th><th>${words.code}</th><th>${words.message}</th></tr></thead><tbody>${codes.join('')}</tbody></table></div></details>`
}

function guideHtml(guide: Guide): string {
  return guide.sections
    .map(
      ({ id, title, html }) =>
        `<section class="panel" id="${id}"><h3>${title}</h3>${html}${id === 'what-errors-mean' ? errorsHtml(guide) : ''}</section>`,
    )
    .join('')
}

function navHtml({ sections, words }: Guide): string {
  const link = (id: string, title: string) => `<li><a href="#${id}">${title}</a></li>`
  return `<nav aria-label="${words.menu}"><strong>${words.guide}</strong><ul>${sections.map(({ id, title }) => link(id, title)).join('')}</ul>
<strong>${words.reference}</strong><ul lang="en">${tags.map(({ name }) => link(anchorOf(name), name)).join('')}</ul></nav>`
}

/** Guide and reference for people. It is readable before its script has run, and asks no other host for anything. */
export function documentationPage(endpoints: readonly Endpoint[], language: 'en-CA' | 'fr-CA', portal: string): string {
  const isFrench = language === 'fr-CA'
  const guide = isFrench ? frenchGuide(portal) : englishGuide(portal)
  const { words } = guide
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title><style>${pageStyle}</style><script type="module" src="/v2/docs/page.js"></script></head>
<body><div class="shell"><header><h1>${words.title}</h1>
<a href="/v2/openapi.json">${words.document}</a> <a href="/v2/docs?lang=${isFrench ? 'en' : 'fr'}" lang="${isFrench ? 'en' : 'fr'}">${words.other}</a>
<p>${words.lead}</p></header>${navHtml(guide)}<main>
<h2>${words.guide}</h2>${guideHtml(guide)}
<h2 id="reference">${words.reference}</h2>${words.referenceNote ? `<p class="note">${words.referenceNote}</p>` : ''}
<div class="tools"><div><label for="search">${words.search}</label><input id="search" type="search" placeholder="${words.searchHint}" autocomplete="off">
<p class="note" id="found" role="status" data-words="${words.found}"></p></div>
<div><label for="key">${words.key}</label><input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note">
<p class="note" id="key-note">${words.keyNote}</p></div></div>
<div id="calls" lang="en">${referenceHtml(endpoints)}</div></main></div></body></html>`
}
