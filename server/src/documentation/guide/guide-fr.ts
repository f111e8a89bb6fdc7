import { code, type Guide, type GuideSection, type Samples, samples } from './samples.ts'

const reading = (shown: Samples): GuideSection[] => [
  {
    id: 'get-a-key',
    title: 'Obtenir une clé',
    html: `<p>Un programme se connecte avec une clé d’API. Un administrateur en crée une sous Administration, Clés d’API, ou par un appel.
Une clé a un nom et des droits, et une expiration au besoin. Elle ne peut jamais faire plus que la personne qui l’a créée, et elle
n’est affichée qu’une seule fois.</p>${code(shown.newKey)}
<p>Un droit (<span lang="en">scope</span>) est une permission, comme <code>cards.read</code>. La référence nomme celui dont chaque appel a besoin. Pour changer
une clé, renouvelez-la : l’ancien secret fonctionne encore quelques heures à côté du nouveau. Gardez les clés hors du code et des journaux.</p>
<p>Pour essayer, le jeton d’une session fonctionne aussi. Il se trouve dans l’en-tête <code>authorization</code> de la réponse :</p>${code(shown.signIn)}`,
  },
  {
    id: 'first-call',
    title: 'Faire le premier appel',
    html: `${code(shown.firstCall)}<p>En JavaScript :</p>${code(shown.firstScript)}
<p>Chaque réponse porte <code>X-Request-Id</code>. Indiquez-le quand vous signalez un problème.</p>`,
  },
  {
    id: 'formats',
    title: 'Montants, jours et heures',
    html: `<ul>
<li>Les montants sont des nombres JSON dans la devise indiquée à côté. Les montants en CAD et en USD ne sont jamais additionnés.</li>
<li>Un jour s’écrit <code>2026-11-03</code>. Un instant est en UTC. L’heure à un site est locale et sans décalage.</li>
<li>Les réponses peuvent recevoir d’autres propriétés, et les choix d’autres valeurs. Ignorez celles que vous ne connaissez pas.</li>
<li>Les champs inconnus d’une demande sont refusés, pour qu’une faute de frappe ne passe pas inaperçue.</li>
<li>Les réponses de plus de 1 ko sont compressées si vous envoyez <code>Accept-Encoding: br</code> ou <code>gzip</code>.</li></ul>`,
  },
  {
    id: 'lists',
    title: 'Listes, filtres et pages',
    html: `${code(shown.list)}<ul>
<li><code>champ:valeur</code> est une égalité, <code>champ::texte</code> trouve une partie. Tous les filtres doivent correspondre.</li>
<li>Les jours et les nombres prennent des intervalles : <code>100..500</code>, <code>2026-11-01..</code>.</li>
<li><code>size</code> vaut 1, 5, 10, 20 ou 50. Le champ <code>metadata</code> de la réponse donne les pages et le total.</li>
<li><code>paged=false</code> donne jusqu’à 10 000 lignes. <code>format=csv</code> ou <code>xlsx</code> donne un fichier.</li></ul>`,
  },
  {
    id: 'changes',
    title: 'Suivre les changements',
    html: `<p>Les cartes, les transactions, les factures, les paiements et les clients peuvent être interrogés sur ce qui a changé.
Commencez par <code>updated_since</code>, puis envoyez le <code>metadata.next_cursor</code> de chaque réponse. La dernière page en a un
aussi : gardez-le et continuez de là. Rien n’est sauté, même pendant que d’autres écrivent.</p>${code(shown.poll)}
<p>Avec un curseur, <code>size</code> peut aller jusqu’à 1 000. Un enregistrement supprimé vient sous la forme
<code>{"id": 42, "deleted": true}</code>.</p>`,
  },
]

const writing = (shown: Samples): GuideSection[] => [
  {
    id: 'retries',
    title: 'Répéter un appel sans risque',
    html: `<p>Envoyez une <code>Idempotency-Key</code> avec chaque POST et PUT qui en accepte une; la référence indique lesquels. Si la réponse se perd, répétez l’appel avec
la même clé : le travail est fait une fois, et vous recevez la première réponse. Un autre contenu sous la même clé est refusé par
<code>idempotency.mismatch</code>.</p>${code(shown.retry)}`,
  },
  {
    id: 'versions',
    title: 'Modifier sans écraser',
    html: `<p>Les enregistrements ont une <code>version</code>. Envoyez celle que vous avez lue. Si quelqu’un a modifié l’enregistrement depuis,
la réponse est 409 et rien n’est enregistré : relisez, puis décidez. Sans version, il n’y a pas de vérification.</p>${code(shown.version)}`,
  },
  {
    id: 'what-errors-mean',
    title: 'Les erreurs, et que faire',
    html: `<p>Comparez <code>code</code>, jamais le message. <code>fields</code> dit ce qui ne va pas dans quel champ.</p>${code(shown.error)}`,
  },
  {
    id: 'import-a-file',
    title: 'Importer un fichier par un appel',
    html: `<p>Téléversez le fichier, lisez ce qu’il ferait, puis appliquez-le. Une importation est un enregistrement : sa progression, ses
lignes par résultat et ses erreurs par ligne. Le même fichier est refusé la deuxième fois avec
<code>import.already-done</code>, et rien n’est comptabilisé en double.</p>${code(shown.upload)}`,
  },
  {
    id: 'webhooks',
    title: 'Être appelé : les webhooks',
    html: `<p>Au lieu d’interroger, laissez le portail vous appeler. Chaque appel porte <code>Portal-Signature: t=…,v1=…</code>. Vérifiez-le avec
le secret du webhook avant de vous fier au contenu :</p>${code(shown.verify)}
<p>Répondez par un statut 2xx en quelques secondes, et travaillez ensuite. Tout le reste est renvoyé, de plus en plus tard. Un appel peut
venir deux fois ou dans le désordre : comparez son identifiant.</p>`,
  },
  {
    id: 'limits',
    title: 'Limites de débit',
    html: `<p>Chaque clé a un nombre d’appels par minute. <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> et
<code>RateLimit-Reset</code> disent ce qu’il en reste. Au-delà, la réponse est 429 avec <code>Retry-After</code> en secondes : attendez
aussi longtemps. Répartissez les appels, et préférez une liste à plusieurs lectures.</p>`,
  },
]

const advice = {
  400: 'Corrigez ce que nomme <code>fields</code>. Ne répétez pas l’appel tel quel.',
  401: 'La clé ou la session manque, est terminée ou a été révoquée. Obtenez-en une autre.',
  403: 'Il manque un droit à la clé, ou la permission à la personne qui l’a créée. Demandez à un administrateur.',
  404: 'L’enregistrement n’existe pas, ou appartient à une autre entreprise. Ne répétez pas.',
  409: 'L’état n’est pas celui que l’appel attend. Relisez l’enregistrement, puis décidez.',
  410: 'Le curseur a plus de 30 jours. Relisez toute la liste à partir d’un curseur vide.',
  413: 'Envoyez moins à la fois.',
  415: 'Envoyez du JSON, ou le fichier dans un formulaire, comme le dit l’appel.',
  429: 'Attendez le nombre de secondes de <code>Retry-After</code>, puis répétez.',
  500: 'À nous de corriger. Signalez le <code>requestId</code>.',
  503: 'Attendez selon <code>Retry-After</code>, puis répétez avec la même <code>Idempotency-Key</code>.',
  507: 'Le disque du fournisseur est plein. Prévenez-le, et répétez plus tard.',
}

const words = {
  title: 'API du portail',
  lead: 'Tout ce que font les pages du portail, pour les programmes.',
  document: 'Le document OpenAPI',
  other: 'English',
  guide: 'Guide',
  reference: 'Référence',
  referenceNote: 'La référence est en anglais.',
  search: 'Chercher un appel',
  searchHint: 'Un chemin, un mot ou une permission',
  found: 'Appels trouvés : {count}',
  key: 'Votre clé ou jeton de session',
  keyNote:
    'Gardé dans cette page seulement, et oublié quand vous la quittez. Sans clé, les appels utilisent la session du navigateur.',
  status: 'Statut',
  meaning: 'Que faire',
  allCodes: 'Tous les codes',
  code: 'Code',
  message: 'Message',
  menu: 'Contenu',
}

/** The guide in the French of Québec. */
export function frenchGuide(portal: string): Guide {
  const shown = samples(portal)
  return { sections: [...reading(shown), ...writing(shown)], advice, words }
}
