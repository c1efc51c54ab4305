#!/bin/sh
# Makes the five faces of the simulated phone again, cut out of Debian's Noto fonts.
#
#   apt-get install fonts-noto-cjk fonts-noto-core fontconfig && pip install fonttools
#   ./make-subset.sh
set -eu
cd "$(dirname "$0")"
# The time that would be written into merged fonts; fixed, so that the same input gives the same bytes.
export SOURCE_DATE_EPOCH=0

WORK="$(mktemp -d)"
trap 'rm -rf "$WORK"' EXIT

# find_face FILE_NAME: prints where fontconfig knows a font file of that name.
find_face() {
    face="$(fc-list : file | sed -n "s/^\(.*\/$1\):.*/\1/p" | head -n 1)"
    [ -n "$face" ] || { echo "$1 is missing: apt-get install fonts-noto-cjk fonts-noto-core" >&2; exit 1; }
    echo "$face"
}

# cut_face FACE CHARACTERS OUTPUT: keeps only those characters, and of the tables only those the renderer reads.
cut_face() {
    pyftsubset "$1" --font-number=0 --unicodes-file="$2" --output-file="$3" \
        --layout-features='' --drop-tables+=vhea,vmtx,VORG,BASE,GPOS,GSUB,GDEF,MATH,DSIG,STAT \
        --name-IDs='0,1,2,5,13,14' --notdef-outline --no-hinting --no-glyph-names --no-recalc-timestamp
}

python3 - "$WORK" <<'PYTHON'
import pathlib, sys
latin = [
    (0x0020, 0x007E),  # ASCII
    (0x00A0, 0x00FF),  # Latin-1
    (0x0100, 0x017F),  # Latin Extended-A
    (0x2010, 0x205E),  # general punctuation
    (0x20A0, 0x20BF),  # currency
]
kana = [
    (0x3000, 0x303F),  # CJK punctuation
    (0x3040, 0x30FF),  # hiragana and katakana
    (0xFF00, 0xFFEF),  # half-width and full-width forms
]
signs = [
    (0x2100, 0x214F),  # letter-like symbols
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2300, 0x23FF),  # technical: keyboard, clock, media
    (0x2460, 0x2473),  # circled digits
    (0x25A0, 0x25FF),  # geometric shapes
    (0x2600, 0x27BF),  # symbols and dingbats
    (0xFFFD, 0xFFFD),  # replacement character
]
# Rows 16 to 47 of JIS X 0208 are the level-1 kanji; EUC-JP writes a row and a cell as two bytes from 0xA1 on.
kanji = set()
for row in range(16, 48):
    for cell in range(1, 95):
        try:
            kanji.add(ord(bytes([row + 0xA0, cell + 0xA0]).decode("euc_jp")))
        except UnicodeDecodeError:
            pass  # The last row is not full.

def expand(ranges):
    return {code for low, high in ranges for code in range(low, high + 1)}

# What user interfaces draw as icons and Noto Sans CJK does not have, by the face that has it.
icons = {
    "icons": "⇪⌚⌨⌫⏏⏩⏪⏭⏮⏯⏱⏲⏳⏵⏸⏹⏺⏻␣☐☑☒☰☼♿⚡✆✇✈✉✎✏✐✔✕✖✗✘✱❏❓❗❤❮❯➢➤⬅⬆⬇"
    "⬛⬜⭐⭕🌍🍽🎧🎬🎮🏆🏠🏷👍👎💰💳💻📋📟📤📥📷🔇🔊🔍🔒🔓🕐🕒🖊🖥🖨🖼🗀🗁🗂🗃🗋🗎🗐🗑🗒🗓🗕🗖🗗🗘🗙🗚🗛"
    "🗨🗩🗺🚲🛇🛈🛏🛡",
    "icons-more": "⌂⌃⚐⚑⚒⚕⚖⚗⚙⚛⚜⚲⛶",
    "icons-mathematics": "⋮⟳↻",
}
sets = {
    "latin": expand(latin),
    "cjk-regular": expand(kana + signs) | kanji,
    "cjk-bold": expand(kana),
    **{name: {ord(sign) for sign in text} for name, text in icons.items()},
}
for name, codes in sets.items():
    lines = "".join(f"{code:04X}\n" for code in sorted(codes))
    pathlib.Path(sys.argv[1], name).write_text(lines)
PYTHON

cut_face "$(find_face NotoSans-Regular.ttf)" "$WORK/latin" retap-latin-regular.ttf
cut_face "$(find_face NotoSans-Bold.ttf)" "$WORK/latin" retap-latin-bold.ttf

# Face 0 of the CJK collections is the Japanese one.
cut_face "$(find_face NotoSansCJK-Regular.ttc)" "$WORK/cjk-regular" retap-cjk-regular.otf
cut_face "$(find_face NotoSansCJK-Bold.ttc)" "$WORK/cjk-bold" retap-cjk-bold.otf

cut_face "$(find_face NotoSansSymbols2-Regular.ttf)" "$WORK/icons" "$WORK/1.ttf"
cut_face "$(find_face NotoSansSymbols-Regular.ttf)" "$WORK/icons-more" "$WORK/2.ttf"
cut_face "$(find_face NotoSansMath-Regular.ttf)" "$WORK/icons-mathematics" "$WORK/3.ttf"
pyftmerge --output-file=retap-symbols.ttf "$WORK/1.ttf" "$WORK/2.ttf" "$WORK/3.ttf" > /dev/null

ls -l retap-*
