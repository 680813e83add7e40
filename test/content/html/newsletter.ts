/** A letter as designers of newsletters build it: tables, styles in place, a picture that comes along. */

/** 160 by 40 pixels, two colours. */
export const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><rect width="160" height="40" fill="#0b6e4f"/><circle cx="24" cy="20" r="12" fill="#ffd166"/></svg>',
)}`;

const CELL =
  "padding:16px 24px;font-family:Georgia,'Times New Roman',serif;font-size:16px;line-height:24px;color:#333333";
const BUTTON =
  'display:inline-block;padding:12px 20px;background-color:#0b6e4f;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold';

export const NEWSLETTER = `<!DOCTYPE html>
<html lang="en">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Garden news</title>
</head>
<body style="margin:0;padding:0;background-color:#f2f4f1" bgcolor="#f2f4f1">
<div style="display:none;max-height:0;overflow:hidden">What grows in June, and two recipes.</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center" style="padding:24px 0">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;background:#ffffff;border:1px solid #d9dfd6;border-collapse:separate;border-radius:8px">
<tr><td style="padding:24px;border-bottom:4px solid #ffd166"><img src="cid:logo@letter" alt="Garden Club" width="160" height="40" style="display:block;border:0"></td></tr>
<tr><td style="${CELL}">
<h1 style="margin:0 0 12px;font-size:28px;line-height:34px;color:#0b6e4f;letter-spacing:-0.5px">The garden in June</h1>
<p style="margin:0 0 16px">Dear Ann,<br>the <b>first beans</b> are in the ground, and the <em>tomatoes</em> are already up to the knee.</p>
<p style="margin:0 0 16px;padding:12px;background-color:rgba(11,110,79,0.08);border-left:4px solid #0b6e4f;text-align:justify">Water in the morning &amp; not in the evening: slugs travel at night, and they travel on wet ground.</p>
</td></tr>
<tr><td style="padding:0 24px">
<table width="100%" cellpadding="8" cellspacing="0" border="1" style="border-collapse:collapse;border-color:#d9dfd6;font:14px/20px Arial,sans-serif">
<thead><tr><th align="left" style="background:#f2f4f1">Bed</th><th align="left" style="background:#f2f4f1">Plant</th><th align="right" style="background:#f2f4f1">Rows</th></tr></thead>
<tbody><tr><td>North</td><td>Beans</td><td align="right">4</td></tr><tr><td>South</td><td>Tomatoes</td><td align="right">6</td></tr><tr><td colspan="2" bgcolor="#fff7df">In all</td><td align="right"><font color="#0b6e4f"><b>10</b></font></td></tr></tbody>
</table>
</td></tr>
<tr><td style="${CELL}">
<h2 style="margin:16px 0 8px;font-size:20px">Two recipes</h2>
<ol style="margin:0 0 16px;padding-left:24px"><li>Beans with savory</li><li value="7">Tomato soup, cold</li></ol>
<p style="margin:0;text-align:center"><a href="https://garden.example/recipes" style="${BUTTON}">Read the recipes</a></p>
</td></tr>
<tr><td style="padding:16px 24px;font-family:Arial,sans-serif;font-size:12px;line-height:18px;color:#777777;border-top:1px solid #d9dfd6" align="center">
Garden Club, 5 Orchard Lane<br><a href="mailto:club@garden.example" style="color:#777777;text-decoration:underline">Write to us</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
