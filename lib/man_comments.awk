# man_comments.awk - the comments of a public header as doxygen reads them, for the manual pages of section 3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Doxygen's INPUT_FILTER, see lib/Doxyfile. A comment at the margin is that of all declarations that follow it without an
# empty line; before an empty line it is about the header. With WHOLE=NO these declarations get a page of their own.

# What doxygen would take for a command, a link or HTML.
function literal(text) {
    gsub(/[\\@#%]|::/, "\\\\&", text)
    return entities(text)
}
function entities(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/"/, "\\&quot;", text)
    return text
}

# The comment at hand, with its first sentence as the summary. Lines that are indented are kept as they are.
function put_comment(has_summary,    i, is_kept, was_kept, text) {
    for (i = 1; i <= n; i++) {
        is_kept = lines[i] ~ /^  / && (was_kept || lines[i - 1] == "") || lines[i] == "" && lines[i + 1] ~ /^  / && was_kept
        text = (is_kept > was_kept ? "<pre>" : was_kept > is_kept ? "</pre>" : "") literal(lines[i])
        if (i == 1)
            text = (has_summary ? "\\brief " : "\\details ") text
        if (has_summary && sub(/\.( |$)/, ".\n///\n/// ", text))
            has_summary = 0
        print "/// " text
        was_kept = is_kept
    }
    if (was_kept)
        print "/// </pre>"
}

# For a title, in which there are no commands.
function first_sentence(    i, text) {
    for (i = 1; i <= n && lines[i] != ""; i++)
        text = text (i > 1 ? " " : "") lines[i]
    sub(/\. .*|[.:]$/, "", text)
    if (length(text) > 75 && match(text, /^[^(]*[:;] /))
        text = substr(text, 1, RLENGTH - 2)
    gsub(/%[a-z]/, "%&", text)
    return entities(text)
}

# All declarations that share the comment.
function put_run(    i, first, header) {
    for (i = n_run; i && WHOLE == "NO"; i--)
        first = names[i] ? names[i] : first
    if (first) {
        header = FILENAME
        sub(/.*\//, "", header)
        print "/// \\defgroup " first " " first_sentence() "\n/// Declared in &lt;" header "&gt;.\n/// @{\n"
    }
    for (i = 1; i <= n_run; i++) {
        put_comment(!first || !names[i])
        print run[i]
    }
    if (first)
        print "/// @}"
    if (!n_run && n) {
        print "/// \\file"
        put_comment(0)
    }
    n = n_run = 0
}

# Of what gets a page of its own; structs have one anyhow.
function name_of(declaration) {
    if (declaration ~ /^(#|struct)/)
        return ""
    sub(/\(.*/, "", declaration)
    sub(/ *[{;].*/, "", declaration)
    sub(/.*[ *]/, "", declaration)
    return declaration
}

# A comment that follows code, or a line within a declaration.
function inner(line,    at) {
    at = index(line, "/*")
    if (!at && !in_inner)
        return line
    if (!in_inner)
        line = substr(line, 1, at - 1) (substr(line, 1, at - 1) ~ /^ *$/ ? "/** " : "/**< ") literal(substr(line, at + 3))
    else
        line = literal(line)
    in_inner = line !~ /\*\/$/
    return line
}

in_comment || /^\/\*/ {
    if (!in_comment)
        put_run()
    in_comment = !/\*\/$/
    sub(/ *\*\/$/, "")
    sub(/^\/\* ?| \* ?/, "")
    if (/^SPDX-|^---- .* ----$|^clang-format/ || !n && /^$/)
        next
    if (NR == 1) {
        print "/// \\file " FILENAME
        print "/// \\brief " literal(substr($0, index($0, " - ") + 3))
        next
    }
    lines[++n] = $0
    if (!in_comment && /^$/)
        n--
    next
}
# Opaque structs have a page, too.
/^struct bl_[a-z]*;$/ && n { sub(/;/, " {\n};") }
/^(BL_API|struct|enum|typedef|#define BL_[A-Z_0-9]+ )/ && !in_declaration {
    run[++n_run] = ""
    names[n_run] = name_of($0)
    in_declaration = 1
}
in_declaration {
    run[n_run] = run[n_run] (run[n_run] == "" ? "" : "\n") inner($0)
    if (/;$/ && (/^}/ || run[n_run] !~ /{\n/ || /^};/) || run[n_run] ~ /^#/ && !/\\$/ || run[n_run] ~ /\n};$/)
        in_declaration = 0
    next
}
/^$/ { put_run() }
# What the umbrella has.
/^#include "bitleap.*\/\*/ {
    text = $0
    sub(/.*\/\* */, "", text)
    sub(/ *\*\/.*/, "", text)
    print "/// \\file\n/// - " substr($2, 2, length($2) - 4) "(3): " literal(text)
    next
}
{ print }
END { put_run() }
