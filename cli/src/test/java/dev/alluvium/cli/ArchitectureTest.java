package dev.alluvium.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.time.Clock;
import java.time.Instant;

/** Holds the arrows of the house: which module, and which package of the core, may know which. */
@AnalyzeClasses(packages = "dev.alluvium", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static void modulesPointOneWay(JavaClasses classes) {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("state")
                .definedBy("dev.alluvium.state..")
                .layer("models")
                .definedBy("dev.alluvium.models..")
                .layer("operators")
                .definedBy("dev.alluvium.operators..")
                .layer("job")
                .definedBy("dev.alluvium.job..")
                .layer("query-api")
                .definedBy("dev.alluvium.query..")
                .layer("cli")
                .definedBy("dev.alluvium.cli..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("query-api")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("job")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("operators")
                .mayOnlyBeAccessedByLayers("job", "cli")
                .whereLayer("models")
                .mayOnlyBeAccessedByLayers("operators", "job", "query-api", "cli")
                .check(classes);
    }

    @ArchTest
    static void packagesOfAModuleFormNoCircle(JavaClasses classes) {
        for (String module : new String[] {"state", "models", "operators", "job", "query", "cli"}) {
            slices().matching("dev.alluvium." + module + ".(*)..")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true)
                    .check(classes);
        }
    }

    @ArchTest
    static void theCoreKnowsNoServerNoKafkaAndNoRuntime(JavaClasses classes) {
        noClasses()
                .that()
                .resideInAPackage("dev.alluvium.state..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.kafka..",
                        "io.javalin..",
                        "org.apache.flink.streaming..",
                        "org.apache.flink.runtime..",
                        "java.net.http..",
                        "java.nio.file..")
                .check(classes);
    }

    @ArchTest
    static void theCoreReadsNoClock(JavaClasses classes) {
        noClasses()
                .that()
                .resideInAPackage("dev.alluvium.state..")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(classes);
    }

    @ArchTest
    static void onlyTheOperatorsTouchFlinksInternals(JavaClasses classes) {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.alluvium.state..", "dev.alluvium.models..", "dev.alluvium.query..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.flink.runtime..")
                .check(classes);
    }
}
