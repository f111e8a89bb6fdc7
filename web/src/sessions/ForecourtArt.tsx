/** A truck leaving a forecourt at dawn, in the brand's colour: shapes in white and black over its gradient. */
export const ForecourtArt = () => (
  <svg className="sign-in-art" viewBox="0 0 720 900" preserveAspectRatio="xMaxYMax slice" aria-hidden>
    <Sky />
    <Forecourt />
    <Truck />
    <Road />
  </svg>
)

const Sky = () => (
  <>
    <g className="art-light">
      <circle cx="440" cy="540" r="400" opacity=".05" />
      <circle cx="440" cy="540" r="270" opacity=".07" />
      <circle cx="440" cy="540" r="160" opacity=".1" />
      <circle cx="440" cy="540" r="84" opacity=".85" />
      <path
        d="M100 236h124a22 22 0 0 0 0-44 40 40 0 0 0-76-14 30 30 0 0 0-48 58M430 132h96a17 17 0 0 0 0-34 31 31 0 0 0-59-11 24 24 0 0 0-37 45"
        opacity=".14"
      />
    </g>
    <path className="art-hill" d="M0 642q90-70 180-30t170-46 190 34 180-40v340H0z" />
    <path className="art-hill" d="M0 706q120-76 250-30t230-38 240 34v228H0z" />
    <path className="art-hill" d="M0 754q170-50 360-22t360-26v194H0z" />
  </>
)

const Forecourt = () => (
  <g>
    <path className="art-shade" d="M66 630h10v164H66zm170 0h10v164h-10z" opacity=".55" />
    <path className="art-light" d="M28 606h256v30H28z" opacity=".94" />
    <path className="art-brand" d="M28 626h256v10H28z" />
    {[104, 170].map((left) => (
      <g key={left} transform={`translate(${left} 716)`}>
        <path className="art-light" d="M0 8a8 8 0 0 1 8-8h28a8 8 0 0 1 8 8v70H0z" opacity=".94" />
        <path className="art-brand" d="M8 10h28v18H8z" />
        <path className="art-line" d="M44 26c14 0 10 34 4 34" />
      </g>
    ))}
    <path className="art-shade" d="M20 794h272v10H20z" opacity=".4" />
  </g>
)

const Truck = () => (
  <g>
    <path className="art-light" d="M340 668h206v108H340z" opacity=".96" />
    <path className="art-brand" d="M340 738h206v14H340z" />
    <path className="art-tyre" d="M332 776h324v14H332z" />
    <path className="art-light" d="M556 694h46q12 0 18 12l18 34q18 4 18 20v30H556z" opacity=".96" />
    <path className="art-brand" d="M572 706h28q6 0 9 6l13 26h-50z" />
    {[378, 420, 510, 578, 632].map((at) => (
      <g key={at}>
        <circle className="art-tyre" cx={at} cy="790" r="18" />
        <circle className="art-light" cx={at} cy="790" r="7" opacity=".9" />
      </g>
    ))}
  </g>
)

const Road = () => (
  <>
    <path className="art-shade" d="M0 808h720v92H0z" opacity=".45" />
    <path
      className="art-light"
      d="M30 850h90v7H30zm150 0h90v7h-90zm150 0h90v7h-90zm150 0h90v7h-90zm150 0h90v7h-90z"
      opacity=".7"
    />
  </>
)
